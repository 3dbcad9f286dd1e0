// Which amounts of dollars can be typed for a purchase.
import { PURCHASE_USD_MAX, PURCHASE_USD_MIN } from '@tradeium/contracts';
import { wholeNumber } from '../../lib/format.ts';

/** The amounts that are taken, as text. */
export const AMOUNT_RANGE = `${PURCHASE_USD_MIN} to ${wholeNumber(PURCHASE_USD_MAX)} USD`;

export const AMOUNT_PROBLEM = `Please enter an amount from ${AMOUNT_RANGE}, with at most two decimals`;

const DOLLARS = /^\$?(\d{1,5}|\d{1,2},\d{3})(\.\d{1,2})?$/;

/** The dollars of a typed amount (`250`, `$1,000.50`); null for anything that cannot be bought. */
export const typedDollars = (text: string): number | null => {
  const trimmed = text.trim();
  if (!DOLLARS.test(trimmed)) return null;
  const usd = Number(trimmed.replace(/[$,]/g, ''));
  return usd >= PURCHASE_USD_MIN && usd <= PURCHASE_USD_MAX ? usd : null;
};
