// A run takes the values that its strategy declares, and no others.
import { expect, test } from 'vitest';
import { refusalText } from './errors/errors.ts';
import { type DeclaredParameter, declaredParameters, parameterValues } from './parameter-schema.ts';
import { parametersOf } from './parameters.ts';

const declared = declaredParameters.parse([
  { name: 'lookback', kind: 'whole', default: 30, min: 5, max: 120, step: 5, line: 2 },
  { name: 'band', kind: 'number', default: 0.05, min: 0, max: 1, step: 0.05, line: 3 },
  { name: 'mode', kind: 'word', default: 'equal', choices: ['equal', 'inverse'], line: 4 },
  { name: 'held', kind: 'whole', default: 2, choices: [1, 2, 3], line: 5 },
  { name: 'calm', kind: 'boolean', default: true, line: 6 },
]) satisfies DeclaredParameter[];
const DEFAULTS = { lookback: 30, band: 0.05, mode: 'equal', held: 2, calm: true };

test('what is not given has its default, in the order of the declaration', () => {
  expect(parametersOf(declared, {})).toEqual({ values: DEFAULTS });
  const some = parametersOf(declared, { calm: false, lookback: 7 });
  expect(some).toEqual({ values: { ...DEFAULTS, calm: false, lookback: 7 } });
  expect(Object.keys('values' in some ? some.values : {})).toEqual(Object.keys(DEFAULTS));
  expect(parametersOf([], {})).toEqual({ values: {} });
  const odd = [{ name: 'constructor', kind: 'boolean', default: true, line: 1 }] as const;
  expect(parametersOf(odd, {})).toEqual({ values: { constructor: true } });
});

test.each([
  [{ lookback: 4 }, 'The parameter lookback must be a whole number from 5 to 120'],
  [{ lookback: 7.5 }, 'The parameter lookback must be a whole number from 5 to 120'],
  [{ lookback: '30' }, 'The parameter lookback must be a whole number from 5 to 120'],
  [{ band: 1.01 }, 'The parameter band must be a number from 0 to 1'],
  [{ mode: 'best' }, 'The parameter mode must be one of equal, inverse'],
  [{ held: true }, 'The parameter held must be one of 1, 2, 3'],
  [{ calm: 1 }, 'The parameter calm must be on or off'],
  [{ lokback: 30 }, 'The strategy declares no parameter lokback'],
  [{ constructor: 1 }, 'The strategy declares no parameter constructor'],
])('%o is refused', (given: Record<string, number | string | boolean>, text) => {
  const answer = parametersOf(declared, given);
  expect('refused' in answer && refusalText(answer)).toBe(text);
});

test('values are plain, named and few', () => {
  expect(parameterValues.safeParse({ a: 1, b: true, c: 'x' }).success).toBe(true);
  const many = Object.fromEntries(Array.from({ length: 21 }, (_, n) => [`p${n}`, n]));
  for (const bad of [
    { 'a b': 1 },
    { __a: 1 },
    { a: [1] },
    { a: Number.NaN },
    { a: 'x'.repeat(61) },
    many,
    [1],
    'a',
  ])
    expect(parameterValues.safeParse(bad).success).toBe(false);
});
