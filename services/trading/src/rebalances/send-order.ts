// Sends the order of a leg: on disk first, then exactly one request, then its outcome.
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { isRefusal, type Refusal, refusalText } from '@tradeium/contracts';
import type { Stores } from '../aggregates.ts';
import { isUnsettled, mayRepeat, type Order } from '../domain/deployment-state.ts';
import { idsOf, type Outcome } from '../domain/rebalance.ts';
import type { ExchangeAccount, OrderOutcome } from '../exchange/exchange-account.ts';
import { ORDER_BEGUN_WITHIN_MS } from '../exchange/order-timing.ts';
import type { Leg, LegOutcome, RebalanceJob } from '../workflows/rebalance-contract.ts';
import { clientOrderIdOf, isOwnOrder } from './order-ids.ts';
import { closedReport, resultOf } from './order-reports.ts';

export type SendDependencies = { readonly deployments: Stores['deployments']; readonly isHalted: boolean };

/** Writes what happened to an order. */
export const recordOutcome = async (
  dependencies: Pick<SendDependencies, 'deployments'>,
  ids: { readonly userId: string; readonly deploymentId: string; readonly rebalanceId: string },
  clientOrderId: string,
  outcome: Outcome,
): Promise<void> => {
  const command = { type: 'RecordOutcome', ...ids, clientOrderId, outcome } as const;
  const filled = 'result' in outcome ? outcome.result.filled : '';
  const commandId = `outcome:${clientOrderId}:${outcome.kind}:${filled}`;
  const changed = await dependencies.deployments.change(ids.deploymentId, command, {
    commandId,
    correlationId: ids.rebalanceId,
  });
  if (isRefusal(changed)) throw new Error(`an outcome was not written: ${changed.refused}`);
};

const refusedLeg = (refusal: Refusal): LegOutcome => ({
  kind: 'refused',
  failure: { code: refusal.refused, detail: refusalText(refusal) },
});

/** The exchange counts the open orders of a market. Those of a rebalance never stay open, so that others are in the way. */
const TOO_MANY = /: MAX_NUM_ORDERS\b/;

/** A refusal is noted soon, with or without them. */
const OPEN_ORDERS_WAIT_MS = 3_000;

/** How many orders are open in a market that takes no more of them; nothing where that is not known. */
const openOrdersIn = async (account: ExchangeAccount, coin: string) => {
  const asked = account.openOrders([coin]).catch(() => null);
  const open = await Promise.race([asked, delay(OPEN_ORDERS_WAIT_MS, null, { ref: false })]);
  if (open === null || open.length === 0) return {};
  const others = open.filter(({ clientOrderId }) => !isOwnOrder(clientOrderId)).length;
  return { openOrders: { all: open.length, others } };
};

const meaningOf = async (account: ExchangeAccount, coin: string, outcome: OrderOutcome): Promise<Outcome> => {
  switch (outcome.kind) {
    case 'accepted': {
      if (outcome.report.status === 'rejected')
        return { kind: 'rejected', by: 'exchange', reason: 'rejected' };
      const report = await closedReport(account, outcome.report).catch(() => null);
      return report === null
        ? { kind: 'unknown', reason: 'accepted, and its end is not known' }
        : { kind: 'closed', result: await resultOf(account, report) };
    }
    case 'rejected':
      return {
        by: 'exchange',
        ...outcome,
        ...(TOO_MANY.test(outcome.reason) && (await openOrdersIn(account, coin))),
      };
    case 'refused-locally':
      return { kind: 'rejected', by: 'us', reason: outcome.reason };
    case 'unknown':
      return { kind: 'unknown', reason: outcome.reason };
  }
};

/** Why no other order would be accepted either. */
const refusalOfAll = (outcome: OrderOutcome): Refusal | undefined => {
  if (outcome.kind !== 'rejected') return undefined;
  const { cause, reason } = outcome;
  if (cause === 'keys') return { refused: 'API_KEYS_CANNOT_TRADE' };
  return cause === 'server' ? { refused: 'EXCHANGE_REFUSED', data: { cause: reason } } : undefined;
};

/** The fate of one order, or its id if it may be repeated. */
type Attempt = LegOutcome | { readonly kind: 'repeatable'; readonly clientOrderId: string };

/** Only the call that wrote the intent sends the order; any other one answers that it must be looked up. */
const attempt = async (
  dependencies: SendDependencies,
  account: ExchangeAccount,
  job: RebalanceJob,
  leg: Leg & { readonly insteadOf?: string },
): Promise<Attempt> => {
  const ids = idsOf(job);
  const { name, insteadOf, coin, side, quantity, price, notional, limitPrice } = leg;
  const clientOrderId = clientOrderIdOf({ ...ids, leg: insteadOf === undefined ? name : `${name}-again` });
  const sentBy = randomUUID();
  const planned = { leg: name, coin, side, quantity, price, notional, limitPrice };
  const order = { clientOrderId, ...planned, sentBy, ...(insteadOf !== undefined && { insteadOf }) };
  const begunMs = performance.now();
  const intended = await dependencies.deployments.change(
    ids.deploymentId,
    { type: 'IntendOrder', ...ids, order },
    { commandId: `intend:${clientOrderId}`, correlationId: job.rebalanceId, input: leg },
  );
  if (isRefusal(intended)) {
    if (['SERVICE_UNAVAILABLE', 'CONCURRENT_CHANGE'].includes(intended.refused))
      throw new Error(`an order was not written: ${intended.refused}`);
    return refusedLeg(intended);
  }
  const known = intended.state.orders[clientOrderId];
  const isOurs = intended.events.some(
    (event) => event.type === 'OrderIntended' && event.data.sentBy === sentBy,
  );
  // An order that is no longer remembered has ended; without one, nothing of it was left to sell.
  if (!isOurs || !known) return knownOutcome(known);
  // Another process may have looked it up meanwhile, and noted that it does not exist.
  if (performance.now() - begunMs > ORDER_BEGUN_WITHIN_MS) return { kind: 'unknown' };
  const sent = { clientOrderId, coin, side, quantity: known.quantity, price: limitPrice };
  const answered = await account.placeOrder(sent);
  const outcome = await meaningOf(account, coin, answered);
  await recordOutcome(dependencies, ids, clientOrderId, outcome);
  const refusal = refusalOfAll(answered);
  if (refusal) return refusedLeg(refusal);
  if (outcome.kind === 'unknown') return { kind: 'unknown' };
  return answered.kind === 'rejected' && answered.cause === 'clock' && insteadOf === undefined
    ? { kind: 'repeatable', clientOrderId }
    : { kind: 'done' };
};

/** Of an order that an earlier call intended. */
const knownOutcome = (order: Order | undefined): Attempt => {
  if (!order) return { kind: 'done' };
  if (isUnsettled(order)) return { kind: 'unknown' };
  return mayRepeat(order) ? { kind: 'repeatable', clientOrderId: order.clientOrderId } : { kind: 'done' };
};

/**
 * An order that was refused for the time of its request alone is surely not placed. It is sent once more, under an id
 * of its own: the clock is known by now. A call that died after the refusal was written finds that nothing was sent instead.
 */
export const sendOrder = async (
  dependencies: SendDependencies,
  account: ExchangeAccount,
  job: RebalanceJob,
  leg: Leg,
): Promise<LegOutcome> => {
  if (dependencies.isHalted) return refusedLeg({ refused: 'TRADING_HALTED' });
  const first = await attempt(dependencies, account, job, leg);
  if (first.kind !== 'repeatable') return first;
  const again = await attempt(dependencies, account, job, { ...leg, insteadOf: first.clientOrderId });
  return again.kind === 'repeatable' ? { kind: 'done' } : again;
};
