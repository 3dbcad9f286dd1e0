// Finds fills that an exchange reports of orders that had ended: they are ours, no change from outside.
import type { Order } from '../domain/deployment-state.ts';
import type { ExchangeAccount } from '../exchange/exchange-account.ts';
import { lookedUp, resultOf } from './order-reports.ts';
import { recordOutcome, type SendDependencies } from './send-order.ts';

/** Asks what happened to ended orders, and takes those out of the book that are still in it. True: something was filled. */
export const takeLateFills = async (
  dependencies: Pick<SendDependencies, 'deployments'>,
  account: ExchangeAccount,
  ids: { readonly userId: string; readonly deploymentId: string },
  orders: readonly Order[],
): Promise<boolean> => {
  let isAny = false;
  for (const order of orders) {
    const { clientOrderId, rebalanceId, filled } = order;
    const found = await lookedUp(account, order);
    if (found === 'not-found') continue;
    const result = await resultOf(account, found);
    if (!(Number(result.filled) > Number(filled))) continue;
    await recordOutcome(dependencies, { ...ids, rebalanceId }, clientOrderId, { kind: 'found', result });
    isAny = true;
  }
  return isAny;
};
