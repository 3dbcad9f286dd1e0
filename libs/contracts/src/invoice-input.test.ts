// Which orders of credits are valid: whole cents, and exactly the credits that they buy.
import { expect, test } from 'vitest';
import { CREDITS_ROUTES } from './http/credits-routes.ts';
import { refusalOfIssues } from './http/route.ts';

const outcome = (amount_usd: unknown, credits_amount: unknown) => {
  const parsed = CREDITS_ROUTES.createInvoice.input.safeParse({ amount_usd, credits_amount });
  return parsed.success ? 'understood' : refusalOfIssues(parsed.error).refused;
};

// spec: accounts.28
test('every whole number of cents with its credits is understood, however it was multiplied', () => {
  const refused: number[] = [];
  for (let cents = 500; cents <= 1_000_000; cents += 7) {
    const usd = cents / 100;
    for (const credits of [cents * 10, usd * 1_000])
      if (outcome(usd, credits) !== 'understood') refused.push(cents);
  }
  expect(refused).toEqual([]);
});

test.each([
  [10, 10_000.000_000_1, 'CREDITS_AMOUNT_MISMATCH'],
  [10, 9_999.999_999, 'CREDITS_AMOUNT_MISMATCH'],
  [10, 10_001, 'CREDITS_AMOUNT_MISMATCH'],
  [10, Number.NaN, 'CREDITS_AMOUNT_MISMATCH'],
  [10, '10000', 'CREDITS_AMOUNT_MISMATCH'],
  [10.001, 10_001, 'PAYMENT_AMOUNT_INVALID'],
  [10.000_000_001, 10_000, 'PAYMENT_AMOUNT_INVALID'],
  [4.99, 4_990, 'PAYMENT_AMOUNT_INVALID'],
  [10_000.01, 10_000_010, 'PAYMENT_AMOUNT_INVALID'],
  [-10, -10_000, 'PAYMENT_AMOUNT_INVALID'],
  [Number.POSITIVE_INFINITY, 10_000, 'PAYMENT_AMOUNT_INVALID'],
])('%s USD for %s credits is refused', (usd, credits, refused) => {
  expect(outcome(usd, credits)).toBe(refused);
});
