// The rule of each kind of parameter. Neither schemas nor errors, because pages load this.
import type { DeclaredParameter, ParameterValue } from './parameter-schema.ts';

/** Says if a parameter takes a value. */
export const takesValue = (parameter: DeclaredParameter, value: ParameterValue): boolean => {
  if (parameter.kind === 'boolean') return typeof value === 'boolean';
  if ('choices' in parameter) return (parameter.choices as readonly ParameterValue[]).includes(value);
  if (typeof value !== 'number' || value < parameter.min || value > parameter.max) return false;
  return parameter.kind === 'number' || Number.isInteger(value);
};
