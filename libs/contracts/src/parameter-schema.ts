// The parameters that a strategy declares, and the values that a run gives them.
import { z } from 'zod';
import { PARAMETER_CHOICES_MAX, PARAMETER_WORD_LENGTH_MAX, PARAMETERS_MAX } from './constants.ts';

export const parameterName = z.string().regex(/^(?!__)[A-Za-z_][A-Za-z0-9_]{0,39}$/, 'PARAMETERS_INVALID');
const word = z.string().min(1).max(PARAMETER_WORD_LENGTH_MAX);
/** The line of the declaration in the file, counted from 1. */
const line = z.int().positive();

const range = { min: z.number(), max: z.number(), step: z.number().positive() } as const;
const choicesOf = <Value extends z.ZodType>(value: Value) => z.array(value).min(2).max(PARAMETER_CHOICES_MAX);

/** One parameter: a number has a range or choices, a word has choices, a boolean has neither. */
const declaredParameter = z.union([
  z.strictObject({
    name: parameterName,
    kind: z.enum(['whole', 'number']),
    default: z.number(),
    ...range,
    line,
  }),
  z.strictObject({
    name: parameterName,
    kind: z.enum(['whole', 'number']),
    default: z.number(),
    choices: choicesOf(z.number()),
    line,
  }),
  z.strictObject({
    name: parameterName,
    kind: z.literal('word'),
    default: word,
    choices: choicesOf(word),
    line,
  }),
  z.strictObject({ name: parameterName, kind: z.literal('boolean'), default: z.boolean(), line }),
]);
export type DeclaredParameter = z.infer<typeof declaredParameter>;

export const declaredParameters = z.array(declaredParameter).max(PARAMETERS_MAX);

export const parameterValue = z.union([z.number(), z.boolean(), z.string().max(PARAMETER_WORD_LENGTH_MAX)], {
  error: 'PARAMETERS_INVALID',
});
export type ParameterValue = z.infer<typeof parameterValue>;

/** The values of a strategy's parameters, by their names. */
export const parameterValues = z
  .record(parameterName, parameterValue, { error: 'PARAMETERS_INVALID' })
  .refine((values) => Object.keys(values).length <= PARAMETERS_MAX, 'PARAMETERS_INVALID');
export type ParameterValues = z.infer<typeof parameterValues>;
