// Amounts are written without losing or inventing a digit.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decimalString } from './decimal.ts';

test('numbers have eight decimals', () => {
  expect(decimalString(828_997, 2)).toBe('8289.97000000');
  expect(decimalString(1, 7)).toBe('0.00000010');
  expect(decimalString(5, 0)).toBe('5.00000000');
  expect(decimalString(152_290_668_110, 1)).toBe('15229066811.00000000');
});

test('no digit is lost or added, however large the number', () => {
  const units = fc.integer({ min: 0, max: 10 ** 14 });
  fc.assert(
    fc.property(units, fc.integer({ min: 0, max: 8 }), (number, decimals) => {
      const text = decimalString(number, decimals);
      const [whole, fraction] = text.split('.') as [string, string];
      expect(fraction).toHaveLength(8);
      expect(BigInt(whole + fraction)).toBe(BigInt(number) * 10n ** BigInt(8 - decimals));
    }),
  );
});
