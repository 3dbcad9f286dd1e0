// Dollars and cents, exactly.
import { expect, test } from 'vitest';
import { centsOf, dollarsOf } from './decimal-cents.ts';

test.each([
  ['25', 2_500],
  ['25.5', 2_550],
  ['25.50', 2_550],
  ['25.500000000', 2_550],
  ['0.01', 1],
  ['10000', 1_000_000],
  ['1.10', 110],
  ['4.35', 435],
])('%s dollars are %d cents', (decimal, cents) => {
  expect(centsOf(decimal)).toBe(cents);
});

test.each(['25.001', '25.', '.5', '1e2', '-25', '+25', '25 ', '', 'NaN', '0x10', '1'.repeat(13), '25,00'])(
  '%j is no amount',
  (decimal) => {
    expect(centsOf(decimal)).toBeNull();
  },
);

test('cents are dollars again', () => {
  for (const cents of [1, 9, 10, 99, 100, 435, 1_000_000]) expect(centsOf(dollarsOf(cents))).toBe(cents);
});
