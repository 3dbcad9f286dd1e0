// Uses of the stored keys of an exchange: a rebalance under way, or an order whose outcome is looked up with them.
import type { Stores } from '../aggregates.ts';
import { unsettledOrders } from '../domain/deployment-state.ts';
import { knownDeployments, type Trader } from '../domain/trader.ts';

type LiveAccountUse = {
  readonly isRebalancing: boolean;
  /** An order whose outcome is not known; its deployment may have stopped or ended. */
  readonly unsettled: string | null;
};

export const liveAccountUse = async (
  { deployments }: Pick<Stores, 'deployments'>,
  trader: Trader,
  exchange: string,
): Promise<LiveAccountUse> => {
  const loaded = await Promise.all(knownDeployments(trader).map((id) => deployments.load(id)));
  const own = loaded.filter(
    ({ state: { created } }) => created?.mode === 'live' && created.exchange === exchange,
  );
  const [order] = own.flatMap(({ state }) => unsettledOrders(state));
  return {
    isRebalancing: own.some(({ state }) => state.open !== null),
    unsettled: order?.clientOrderId ?? null,
  };
};
