// The values of a strategy's parameters, matched with what it declares. No schemas, because pages load this.
import { type Refusal, refuse } from './errors/errors.ts';
import type { DeclaredParameter, ParameterValue, ParameterValues } from './parameter-schema.ts';

/** The rule for a parameter's value, to follow its name: "must be …". */
const parameterRule = (parameter: DeclaredParameter): string => {
  if (parameter.kind === 'boolean') return 'must be on or off';
  if ('choices' in parameter) return `must be one of ${parameter.choices.join(', ')}`;
  const number = parameter.kind === 'whole' ? 'a whole number' : 'a number';
  return `must be ${number} from ${parameter.min} to ${parameter.max}`;
};

/** Says if a parameter takes a value. */
export const takesValue = (parameter: DeclaredParameter, value: ParameterValue): boolean => {
  if (parameter.kind === 'boolean') return typeof value === 'boolean';
  if ('choices' in parameter) return (parameter.choices as readonly ParameterValue[]).includes(value);
  if (typeof value !== 'number' || value < parameter.min || value > parameter.max) return false;
  return parameter.kind === 'number' || Number.isInteger(value);
};

/** The value of each declared parameter in its order: the given one, else its default. */
export const parametersOf = (
  declared: readonly DeclaredParameter[],
  given: ParameterValues,
): { readonly values: ParameterValues } | Refusal => {
  const unknown = Object.keys(given).find((name) => !declared.some((parameter) => parameter.name === name));
  if (unknown !== undefined) return refuse('PARAMETER_UNKNOWN', { name: unknown });
  const values: ParameterValues = {};
  for (const parameter of declared) {
    const { name } = parameter;
    const value = Object.hasOwn(given, name) ? (given[name] as ParameterValue) : parameter.default;
    if (!takesValue(parameter, value))
      return refuse('PARAMETER_INVALID', { name, rule: parameterRule(parameter) });
    values[name] = value;
  }
  return { values };
};
