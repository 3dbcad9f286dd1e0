// Finds fills that an exchange reports of orders that had ended: they are ours, no change from outside.
import type { Order } from '../domain/deployment-state.ts';
import type { ExchangeAccount } from '../exchange/exchange-account.ts';
import { closedReport, resultOf } from './order-reports.ts';
import { recordOutcome, type SendDeps } from './send-order.ts';

/** Before the intent, in case the clocks differ. */
const SINCE_MARGIN_MS = 60_000;

/** Asks what became of ended orders, and takes those out of the book that are still in it. True: something was filled. */
export const takeLateFills = async (
  deps: Pick<SendDeps, 'deployments'>,
  account: ExchangeAccount,
  ids: { readonly userId: string; readonly deploymentId: string },
  orders: readonly Order[],
): Promise<boolean> => {
  let isAny = false;
  for (const { clientOrderId, coin, at, rebalanceId, filled } of orders) {
    const sinceMs = Date.parse(at) - SINCE_MARGIN_MS;
    const found = await account.findOrder({ clientOrderId, coin, sinceMs });
    if (found === 'not-found') continue;
    const result = resultOf(await closedReport(account, found));
    if (!(Number(result.filled) > Number(filled))) continue;
    await recordOutcome(deps, { ...ids, rebalanceId }, clientOrderId, { kind: 'found', result });
    isAny = true;
  }
  return isAny;
};
