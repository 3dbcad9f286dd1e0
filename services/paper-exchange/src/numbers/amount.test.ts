// Amounts keep every digit.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amountOf, product, quotient, textOf } from './amount.ts';

test('a decimal is read and written without loss', () => {
  expect(amountOf('12.5')).toBe(1_250_000_000n);
  expect(amountOf('0.00000001')).toBe(1n);
  expect(textOf(1n)).toBe('0.00000001');
  expect(textOf(-150_000_000n)).toBe('-1.50000000');
  fc.assert(
    fc.property(fc.bigInt({ min: 0n, max: 10n ** 24n }), (amount) => {
      expect(amountOf(textOf(amount))).toBe(amount);
    }),
  );
});

test('a ninth decimal is refused, unless it is 0', () => {
  expect(amountOf('1.000000001')).toBeUndefined();
  expect(amountOf('1.000000000')).toBe(100_000_000n);
});

test('products and quotients are rounded down', () => {
  expect(product(3n, 50_000_000n)).toBe(1n);
  expect(textOf(product(10_000_000n, 12_345_678n))).toBe('0.01234567');
  expect(textOf(quotient(1_000_000_000n, 300_000_000n, 1_000_000n))).toBe('3.33000000');
});
