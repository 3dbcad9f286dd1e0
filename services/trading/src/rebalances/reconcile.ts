// Compares what an account holds with our events: external changes are taken over, unexplained ones pause the deployment.
import { isRefusal } from '@tradeium/contracts';
import type { ChangeOf } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';
import { subtractDecimals } from '../domain/decimal.ts';
import {
  type CreatedDeployment,
  type Deployment,
  isCreated,
  type Order,
  unfilledOrders,
  unsettledOrders,
} from '../domain/deployment-state.ts';
import type { ExchangeAccount, OrderReport } from '../exchange/exchange-account.ts';
import { accountBooks, type BookStores } from './account-books.ts';
import { takeLateFills } from './late-fills.ts';
import { lookAtSharedAccount } from './look-at-share.ts';
import { type LookUpDependencies, lookUpOrders } from './look-up-order.ts';
import { coinsOf, holdingsIn, snapshotOf } from './make-plan.ts';
import { isOwnOrder } from './order-ids.ts';

const ownOpenOrders = async (account: ExchangeAccount, coins: readonly string[]) =>
  (await account.openOrders(coins)).filter(({ clientOrderId }) => isOwnOrder(clientOrderId));

/** Ended orders that may have been filled since: those that the exchange still has, and all of a coin that differs. */
const doubtful = (
  { orders, holdings }: Deployment,
  actual: Readonly<Record<string, string>>,
  open: readonly OrderReport[],
): Order[] =>
  unfilledOrders({ orders }).filter(
    ({ clientOrderId, coin }) =>
      open.some((order) => order.clientOrderId === clientOrderId) ||
      (holdings !== null && subtractDecimals(actual[coin] ?? '0', holdings[coin] ?? '0') !== '0'),
  );

const wordsFor = (strays: readonly OrderReport[]): string | null => {
  const ids = strays.map(({ clientOrderId }) => clientOrderId);
  return ids.length === 0
    ? null
    : `the exchange had orders of ours that we have no record of: ${ids.join(', ')}`;
};

export type Reconciling = LookUpDependencies &
  BookStores & {
    readonly cause: string;
    /** After a rebalance only its value is of interest: open orders of each coin cost requests. */
    readonly seeksStrays?: boolean;
  };

/** Those that no deployment of the account has a record of. What has been recorded since it was loaded counts, too. */
const straysIn = async (
  dependencies: BookStores,
  { created, orders }: CreatedDeployment,
  open: readonly OrderReport[],
): Promise<OrderReport[]> => {
  const unknown = open.filter(({ clientOrderId }) => !orders[clientOrderId]);
  if (unknown.length === 0) return unknown;
  const loaded =
    created.mode === 'paper'
      ? [await dependencies.deployments.load(created.deploymentId)]
      : (await accountBooks(dependencies, created)).loaded;
  return unknown.filter(({ clientOrderId }) => !loaded.some(({ state }) => state.orders[clientOrderId]));
};

/** The deployment without orders in doubt, as far as the exchange answers. */
const lookedUpIn = async (
  dependencies: LookUpDependencies,
  account: ExchangeAccount,
  deployment: CreatedDeployment,
): Promise<CreatedDeployment> => {
  if (unsettledOrders(deployment).length === 0) return deployment;
  await lookUpOrders(dependencies, account, deployment);
  const { state } = await dependencies.deployments.load(deployment.created.deploymentId);
  return isCreated(state) ? state : deployment;
};

/** The whole account, as its only deployment sees it. */
const lookAtAccount = async (
  dependencies: Reconciling,
  account: ExchangeAccount,
  state: CreatedDeployment,
  open: readonly OrderReport[],
) => {
  const { userId, deploymentId } = state.created;
  const ids = { userId, deploymentId };
  const seen = await snapshotOf(account, state);
  const late = await takeLateFills(dependencies, account, ids, doubtful(state, holdingsIn(seen), open));
  // Fills of the meantime are in the account, too.
  const snapshot = late ? await snapshotOf(account, state) : seen;
  return { holdings: holdingsIn(snapshot), prices: snapshot.prices };
};

/**
 * Looks up orders whose outcome is unknown first. `cause` makes its command id: the same cause is noted once, and what
 * nobody can explain in addition. Throws what the exchange throws.
 */
export const reconcile = async (
  dependencies: Reconciling,
  account: ExchangeAccount,
  deployment: CreatedDeployment,
): Promise<ChangeOf<Stores['deployments']>> => {
  const state = await lookedUpIn(dependencies, account, deployment);
  const { userId, deploymentId, share } = state.created;
  const open = dependencies.seeksStrays === false ? [] : await ownOpenOrders(account, coinsOf(state.created));
  const strays = await straysIn(dependencies, state, open);
  const unexplained = wordsFor(strays);
  const look = share
    ? await lookAtSharedAccount(dependencies, account, state, { share, open })
    : await lookAtAccount(dependencies, account, state, open);
  // A repeated attempt sees other prices and is the same request.
  const asked = { type: 'ReconcileAccount', userId, deploymentId, unexplained } as const;
  const commandIds = {
    commandId: `reconcile:${[dependencies.cause, ...strays.map(({ clientOrderId }) => clientOrderId)].join(':')}`,
    correlationId: dependencies.cause,
  };
  const changed = await dependencies.deployments.change(
    deploymentId,
    { ...asked, ...look },
    { ...commandIds, input: asked },
  );
  if (isRefusal(changed)) throw new Error(`an account was not reconciled: ${changed.refused}`);
  // Only now: a crash before this finds them again.
  for (const { coin, clientOrderId } of strays) await account.cancelOrder(coin, clientOrderId);
  return changed;
};
