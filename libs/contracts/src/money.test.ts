// Amounts are whole 10⁻⁶ VUT, and arithmetic is exact.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addMicroVut, fromVut, microVutOf, subtractMicroVut, toVut } from './money.ts';
import { microVut, microVutOrZero } from './money-schema.ts';

test('VUT become 10⁻⁶ VUT and back', () => {
  expect(fromVut(10_000)).toBe(10_000_000_000);
  expect(fromVut(0.000001)).toBe(1);
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 1e13 }), (amount) => fromVut(toVut(microVutOf(amount))) === amount),
  );
});

test.each([0.0000001, 1.23456789])('%d VUT has more than six decimals', (vut) => {
  expect(() => fromVut(vut)).toThrow(RangeError);
});

test.each([1.5, Number.NaN, Number.POSITIVE_INFINITY, 2 ** 53])('%d is not an amount', (amount) => {
  expect(() => microVutOf(amount)).toThrow(RangeError);
  expect(microVutOrZero.safeParse(amount).success).toBe(false);
});

test('a payable amount is positive', () => {
  expect(microVut.safeParse(0).success).toBe(false);
  expect(microVut.safeParse(-1).success).toBe(false);
  expect(microVutOrZero.safeParse(0).success).toBe(true);
});

test('what is added can be taken away again', () => {
  const amount = fc.integer({ min: 0, max: 1e15 }).map(microVutOf);
  fc.assert(fc.property(amount, amount, (a, b) => subtractMicroVut(addMicroVut(a, b), b) === a));
});
