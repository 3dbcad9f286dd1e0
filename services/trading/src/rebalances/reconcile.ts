// Compares what an account holds with our events: what others did is taken over, what nobody can explain pauses.
import { isRefusal } from '@tradeium/contracts';
import { changeDeployment, type DeploymentChange } from '../commands/change-deployment.ts';
import { addDecimals } from '../domain/decimal.ts';
import type { ExchangeAccount } from '../exchange/exchange-account.ts';
import { type LookUpDeps, lookUpOrders } from './look-up-order.ts';
import { coinsOf, snapshotOf } from './make-plan.ts';
import { isOwnOrder } from './order-ids.ts';

type Ids = { readonly userId: string; readonly deploymentId: string };

/** Open orders of ours that our events do not have: closed, and told. */
const strayOrders = async (account: ExchangeAccount, coins: readonly string[], known: readonly string[]) => {
  const open = await account.openOrders(coins);
  const strays = open.filter(
    ({ clientOrderId }) => isOwnOrder(clientOrderId) && !known.includes(clientOrderId),
  );
  for (const { coin, clientOrderId } of strays) await account.cancelOrder(coin, clientOrderId);
  const ids = strays.map(({ clientOrderId }) => clientOrderId);
  return ids.length === 0
    ? null
    : `the exchange had orders of ours that we have no record of: ${ids.join(', ')}`;
};

export type Reconciling = LookUpDeps & { readonly cause: string };

/**
 * Looks up orders whose outcome is unknown first. `cause` makes its command id: the same cause is noted once. Throws
 * what the exchange throws.
 */
export const reconcile = async (
  deps: Reconciling,
  account: ExchangeAccount,
  ids: Ids,
): Promise<DeploymentChange | null> => {
  await lookUpOrders(deps, account, ids);
  const { state } = await deps.deployments.load(ids.deploymentId);
  if (!state.created) return null;
  const coins = coinsOf(state.created);
  const unexplained = await strayOrders(account, coins, Object.keys(state.orders));
  const { balances, prices } = await snapshotOf(account, coins);
  const holdings = Object.fromEntries(
    balances.map(({ asset, free, locked }) => [asset, addDecimals(free, locked)]),
  );
  const command = { type: 'ReconcileAccount', ...ids, holdings, prices, unexplained } as const;
  const changed = await changeDeployment(deps, ids, command, {
    commandId: `reconcile:${deps.cause}`,
    correlationId: deps.cause,
  });
  if (isRefusal(changed)) throw new Error(`an account was not reconciled: ${changed.refused}`);
  return changed;
};
