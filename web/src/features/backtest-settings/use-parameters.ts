// The parameters that a strategy file declares, and those of the chosen values that it takes.
import {
  type DeclaredParameter,
  mayDeclareParameters,
  type ParameterValues,
  takesValue,
} from '@tradeium/contracts';
import { useMemo } from 'react';
import { useAppSelector } from '../../core/store.ts';
import { useReadParametersQuery } from './api.ts';
import { type ParameterFile, selectParameters } from './parameters-slice.ts';

const NONE: readonly DeclaredParameter[] = [];

export type Parameters = {
  /** In their order; none while the code is read, and of code that cannot run. */
  readonly declared: readonly DeclaredParameter[];
  /** The values that differ from the defaults; all chosen ones where the declaration cannot be read now. */
  readonly changed: ParameterValues;
  readonly isReading: boolean;
};

/** The chosen values that the declaration takes and that are not its defaults: code may have changed since. */
export const changedOf = (
  declared: readonly DeclaredParameter[],
  chosen: ParameterValues,
): ParameterValues => {
  const changed: ParameterValues = {};
  for (const parameter of declared) {
    const value = Object.hasOwn(chosen, parameter.name) ? chosen[parameter.name] : undefined;
    if (value === undefined || value === parameter.default || !takesValue(parameter, value)) continue;
    changed[parameter.name] = value;
  }
  return changed;
};

/** With the chosen values; `code` is the saved code of the file, undefined while there is none. */
export const useParametersOf = (code: string | undefined, chosen: ParameterValues): Parameters => {
  const isDeclaring = code !== undefined && mayDeclareParameters(code);
  const { currentData, isFetching, isError } = useReadParametersQuery(
    { strategy_code: code ?? '' },
    { skip: !isDeclaring },
  );
  const declared = (isDeclaring ? currentData?.parameters : undefined) ?? NONE;
  const changed = useMemo(
    () => (isDeclaring && isError ? chosen : changedOf(declared, chosen)),
    [declared, chosen, isDeclaring, isError],
  );
  return { declared, changed, isReading: isDeclaring && isFetching };
};

/** With the values that are chosen for the file on the panel. */
export const useParameters = (file: ParameterFile, code: string | undefined): Parameters =>
  useParametersOf(
    code,
    useAppSelector((root) => selectParameters(root, file)),
  );
