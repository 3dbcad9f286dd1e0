// The values of a strategy's parameters, matched with what it declares.
import { type Refusal, refuse } from './errors/errors.ts';
import type { DeclaredParameter, ParameterValue, ParameterValues } from './parameter-schema.ts';
import { takesValue } from './parameter-values.ts';

const CHOICES_NAMED_MAX = 5;

/** The rule for a parameter's value, to follow its name: "must be …". */
const parameterRule = (parameter: DeclaredParameter): string => {
  if (parameter.kind === 'boolean') return 'must be on or off';
  if ('choices' in parameter) {
    const { choices } = parameter;
    const more = choices.length - CHOICES_NAMED_MAX;
    const named = choices.slice(0, CHOICES_NAMED_MAX).join(', ');
    return `must be one of ${named}${more > 0 ? ` and ${more} more` : ''}`;
  }
  const number = parameter.kind === 'whole' ? 'a whole number' : 'a number';
  return `must be ${number} from ${parameter.min} to ${parameter.max}`;
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
