// Finds the outcome of an unknown order; it is never sent again.
import { setTimeout as delay } from 'node:timers/promises';
import { type CreatedDeployment, type Order, unsettledOrders } from '../domain/deployment-state.ts';
import { type ExchangeAccount, ExchangeUnavailable } from '../exchange/exchange-account.ts';
import { isGone } from '../exchange/order-timing.ts';
import { lookedUp, resultOf } from './order-reports.ts';
import { recordOutcome, type SendDependencies } from './send-order.ts';

const PAUSE_MS = 1_000;

export type LookUpDependencies = Pick<SendDependencies, 'deployments'> & {
  readonly now: () => Date;
  /** How long a silent exchange is asked. */
  readonly patienceMs: number;
  /** The time after which an order that the exchange does not know was never accepted. */
  readonly goneAfterMs: number;
  readonly onWait: () => void;
};

type Ids = { readonly userId: string; readonly deploymentId: string };

/** True when it is known now. */
export const lookUpOrder = async (
  dependencies: LookUpDependencies,
  account: ExchangeAccount,
  ids: Ids,
  order: Order,
): Promise<boolean> => {
  const { clientOrderId, rebalanceId } = order;
  const begunMs = performance.now();
  const deadlineMs = begunMs + dependencies.patienceMs;
  for (;;) {
    dependencies.onWait();
    const found = await lookedUp(account, order).catch((cause: unknown) => {
      if (cause instanceof ExchangeUnavailable) return null;
      throw cause;
    });
    const ageMs = dependencies.now().getTime() - Date.parse(order.at);
    const isOld = isGone({ ageMs, askedForMs: performance.now() - begunMs }, dependencies.goneAfterMs);
    if (found === 'not-found' && isOld) {
      await recordOutcome(dependencies, { ...ids, rebalanceId }, clientOrderId, { kind: 'not-found' });
      return true;
    }
    if (found !== null && found !== 'not-found') {
      const outcome = { kind: 'found', result: await resultOf(account, found) } as const;
      await recordOutcome(dependencies, { ...ids, rebalanceId }, clientOrderId, outcome);
      return true;
    }
    if (performance.now() >= deadlineMs && (found === null || isOld)) return false;
    await delay(PAUSE_MS);
  }
};

/** Looks up every order whose outcome is not known; false when one is still unknown. */
export const lookUpOrders = async (
  dependencies: LookUpDependencies,
  account: ExchangeAccount,
  deployment: CreatedDeployment,
): Promise<boolean> => {
  const { userId, deploymentId } = deployment.created;
  let areKnown = true;
  for (const order of unsettledOrders(deployment))
    areKnown = (await lookUpOrder(dependencies, account, { userId, deploymentId }, order)) && areKnown;
  return areKnown;
};
