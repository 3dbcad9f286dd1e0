// Audits purchases against credits: each settled payment was credited once, each refunded one taken back once.
import type { AccountEvent, PaymentEvent } from '@tradeium/contracts';
import { purchaseOfGrant, refundOfPurchase } from '../domain/purchase-operations.ts';
import type { Findings } from './findings.ts';

type Sides = {
  /** In 10⁻⁶ VUT. */
  settled: number[];
  granted: number[];
  refunded: number[];
  /** By whatever took the credits back; for the first one of each payment its amount counts. */
  reversed: number[];
  /** How many of them say that the money was refunded. */
  reversedForRefund: number;
  accounts: Set<string>;
  /** The money is here but the account is gone: an operator has to refund it. */
  isHeld: boolean;
  changedAt: string;
};

export type PaymentAudit = {
  takePayment(events: readonly PaymentEvent[], at: string): void;
  takeAccount(events: readonly AccountEvent[], at: string): void;
  finish(now: string): void;
};

/** By then even a reaction that had to wait for a server is done. */
const CREDITED_WITHIN_MS = 5 * 60_000;

export const auditPayments = (findings: Findings): PaymentAudit => {
  const payments = new Map<string, Sides>();
  const sidesOf = (paymentId: string, at: string): Sides => {
    const sides = payments.get(paymentId) ?? emptySides();
    sides.changedAt = at;
    payments.set(paymentId, sides);
    return sides;
  };
  return {
    takePayment(events, at) {
      for (const { type, data } of events) {
        if (type === 'PaymentSettled') {
          const sides = sidesOf(data.paymentId, at);
          sides.settled.push(data.credits);
          sides.accounts.add(data.accountId);
        }
        if (type === 'PaymentRefunded') sidesOf(data.paymentId, at).refunded.push(data.credits);
        if (type === 'PaymentHeld' && data.reason === 'account-closed')
          sidesOf(data.paymentId, at).isHeld = true;
      }
    },
    takeAccount(events, at) {
      for (const { type, data } of events) {
        if (type === 'CreditsGranted') {
          const paymentId =
            purchaseOfGrant(data.operationId) ?? (data.source === 'payments' ? data.operationId : null);
          if (paymentId === null) continue;
          const sides = sidesOf(paymentId, at);
          sides.granted.push(data.amount);
          sides.accounts.add(data.accountId);
        }
        if (type !== 'GrantReversed') continue;
        const paymentId = purchaseOfGrant(data.grant);
        if (paymentId === null) continue;
        const sides = sidesOf(paymentId, at);
        sides.reversed.push(data.amount + (data.debt ?? 0));
        if (data.operationId === refundOfPurchase(paymentId)) sides.reversedForRefund += 1;
      }
    },
    finish(now) {
      const due = new Date(Date.parse(now) - CREDITED_WITHIN_MS).toISOString();
      for (const [paymentId, sides] of payments) {
        findings.count('payments');
        for (const fault of faultsOf(sides, sides.changedAt > due))
          findings.problem('payments', `payment ${paymentId}: ${fault}`);
      }
    },
  };
};

const emptySides = (): Sides => ({
  settled: [],
  granted: [],
  refunded: [],
  reversed: [],
  reversedForRefund: 0,
  accounts: new Set(),
  isHeld: false,
  changedAt: '',
});

/** `isUnderWay`: the reaction to the last change may still be running. */
function* faultsOf(sides: Sides, isUnderWay: boolean): Generator<string> {
  const { settled, granted, refunded, reversed, reversedForRefund, accounts, isHeld } = sides;
  const lacks = (followers: readonly number[], causes: readonly number[]) =>
    followers.length < causes.length && !isUnderWay && !isHeld;
  if (settled.length > 1) yield `settled ${settled.length} times`;
  if (granted.length > settled.length)
    yield `credited ${granted.length} times, settled ${settled.length} times`;
  if (lacks(granted, settled)) yield 'settled and not credited';
  if (isHeld && granted.length > 0) yield 'held for a closed account, and credited';
  if (granted.length > 0 && settled.length > 0 && granted[0] !== settled[0])
    yield `${settled[0]} (10⁻⁶ VUT) were paid for, ${granted[0]} credited`;
  if (accounts.size > 1) yield `paid by one account and credited to another: ${[...accounts].join(', ')}`;
  // An operator may take back a purchase that was found wrong, so the others need no refund.
  if (reversedForRefund > refunded.length)
    yield `taken back ${reversedForRefund} times, refunded ${refunded.length} times`;
  if (lacks(reversed, refunded)) yield 'refunded and not taken back';
  if (reversed.length > 0 && refunded.length > 0 && reversed[0] !== refunded[0])
    yield `${refunded[0]} (10⁻⁶ VUT) were refunded, ${reversed[0]} taken back`;
}
