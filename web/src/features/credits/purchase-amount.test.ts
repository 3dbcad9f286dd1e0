// Amounts as buyers type them: from the least to the most that the API takes, in whole cents.
import { ROUTES, VUT_PER_USD } from '@tradeium/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { typedDollars } from './purchase-amount.ts';

test.each([
  ['5', 5],
  [' 37.5 ', 37.5],
  ['19.99', 19.99],
  ['$1,000.50', 1_000.5],
  ['10000', 10_000],
])('%j is an amount', (text, usd) => {
  expect(typedDollars(text)).toBe(usd);
});

test.each(['', '4.99', '10000.01', '10.001', '1e3', '-10', 'ten', '10 20', '1,0', '5,00', '٥'])(
  '%j is none',
  (text) => {
    expect(typedDollars(text)).toBeNull();
  },
);

// spec: accounts.6
test('the API takes each of them with its credits', () => {
  fc.assert(
    fc.property(fc.integer({ min: 500, max: 1_000_000 }), (cents) => {
      const usd = typedDollars((cents / 100).toFixed(2)) ?? Number.NaN;
      const order = { amount_usd: usd, credits_amount: usd * VUT_PER_USD };
      expect(ROUTES.createInvoice.input.safeParse(order).success).toBe(true);
    }),
  );
});
