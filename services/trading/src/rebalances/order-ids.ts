// The ids of rebalances and orders: made from what they are for, so that a repetition has the same ones.
import { createHash } from 'node:crypto';
import { idFrom } from '@tradeium/event-store';

/** The exchange's: an id of an order has few characters, and no case. */
const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const DIGITS = 24;

/** The first characters of a SHA-256 in base 32. */
const base32 = (text: string): string => {
  const bits = createHash('sha256').update(text).digest();
  let value = BigInt(`0x${bits.toString('hex')}`) >> BigInt(256 - 5 * DIGITS);
  let digits = '';
  for (let count = 0; count < DIGITS; count += 1) {
    digits = ALPHABET[Number(value & 31n)] + digits;
    value >>= 5n;
  }
  return digits;
};

/** One scheduled rebalance for each bar, one manual one for each request. */
export const rebalanceIdOf = (
  deploymentId: string,
  cause: { readonly barClose: string } | { readonly commandId: string },
): string =>
  'barClose' in cause
    ? idFrom('rebalance', deploymentId, 'bar', cause.barClose)
    : idFrom('rebalance', deploymentId, 'command', cause.commandId);

/** Begins with `tr`, so that an order of ours is recognised at the exchange. */
export const clientOrderIdOf = (order: {
  readonly deploymentId: string;
  readonly rebalanceId: string;
  readonly leg: string;
}): string => `tr${base32(JSON.stringify([order.deploymentId, order.rebalanceId, order.leg]))}`;

export const isOwnOrder = (clientOrderId: string): boolean => /^tr[a-z2-7]{24}$/.test(clientOrderId);
