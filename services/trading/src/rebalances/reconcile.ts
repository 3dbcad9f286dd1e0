// Compares what an account holds with our events: external changes are taken over, unexplained ones pause the deployment.
import { isRefusal } from '@tradeium/contracts';
import { changeDeployment, type DeploymentChange } from '../commands/change-deployment.ts';
import { addDecimals } from '../domain/decimal.ts';
import type { ExchangeAccount, OrderReport } from '../exchange/exchange-account.ts';
import { type LookUpDeps, lookUpOrders } from './look-up-order.ts';
import { coinsOf, snapshotOf } from './make-plan.ts';
import { isOwnOrder } from './order-ids.ts';

type Ids = { readonly userId: string; readonly deploymentId: string };

/** Open orders of ours that our events do not have. */
const strayOrders = async (account: ExchangeAccount, coins: readonly string[], known: readonly string[]) => {
  const open = await account.openOrders(coins);
  return open.filter(({ clientOrderId }) => isOwnOrder(clientOrderId) && !known.includes(clientOrderId));
};

const wordsFor = (strays: readonly OrderReport[]): string | null => {
  const ids = strays.map(({ clientOrderId }) => clientOrderId);
  return ids.length === 0
    ? null
    : `the exchange had orders of ours that we have no record of: ${ids.join(', ')}`;
};

export type Reconciling = LookUpDeps & {
  readonly cause: string;
  /** After a rebalance only its value is of interest: open orders of each coin cost requests. */
  readonly seeksStrays?: boolean;
};

/**
 * Looks up orders whose outcome is unknown first. `cause` makes its command id: the same cause is noted once, and what
 * nobody can explain in addition. Throws what the exchange throws.
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
  const strays =
    deps.seeksStrays === false ? [] : await strayOrders(account, coins, Object.keys(state.orders));
  const unexplained = wordsFor(strays);
  const { balances, prices } = await snapshotOf(account, coins);
  const holdings = Object.fromEntries(
    balances.map(({ asset, free, locked }) => [asset, addDecimals(free, locked)]),
  );
  const command = { type: 'ReconcileAccount', ...ids, holdings, prices, unexplained } as const;
  const changed = await changeDeployment(deps, ids, command, {
    commandId: `reconcile:${[deps.cause, ...strays.map(({ clientOrderId }) => clientOrderId)].join(':')}`,
    correlationId: deps.cause,
  });
  if (isRefusal(changed)) throw new Error(`an account was not reconciled: ${changed.refused}`);
  // Only now: a crash before this finds them again.
  for (const { coin, clientOrderId } of strays) await account.cancelOrder(coin, clientOrderId);
  return changed;
};
