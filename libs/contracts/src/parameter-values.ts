// The values of parameters: which code may have any, which each takes, how settings store them. Neither schemas nor errors, because pages load this.
import type { DeclaredParameter, ParameterValue, ParameterValues } from './parameter-schema.ts';

/** Code without this word declares none; the sandbox has the same rule. */
export const mayDeclareParameters = (code: string): boolean => code.includes('PARAMETERS');

/** The values as a request has them: none are left out. */
export const keptParameters = (values: ParameterValues): { parameters?: ParameterValues } =>
  Object.keys(values).length === 0 ? {} : { parameters: values };

/** Says if a parameter takes a value. */
export const takesValue = (parameter: DeclaredParameter, value: ParameterValue): boolean => {
  if (parameter.kind === 'boolean') return typeof value === 'boolean';
  if ('choices' in parameter) return (parameter.choices as readonly ParameterValue[]).includes(value);
  if (typeof value !== 'number' || value < parameter.min || value > parameter.max) return false;
  return parameter.kind === 'number' || Number.isInteger(value);
};
