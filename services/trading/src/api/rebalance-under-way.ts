// Whether a live rebalance of a user is under way at an exchange: its keys must then stay those that its orders were sent with.
import { openDeployments, type Trader } from '../domain/trader.ts';
import type { Dependencies } from './dependencies.ts';

export const isRebalanceUnderWay = async (
  { deployments }: Pick<Dependencies, 'deployments'>,
  trader: Trader,
  exchange: string,
): Promise<boolean> => {
  const ids = openDeployments(trader).filter((id) => {
    const opened = trader.deployments[id];
    return opened?.mode === 'live' && opened.exchange === exchange;
  });
  const loaded = await Promise.all(ids.map((id) => deployments.load(id)));
  return loaded.some(({ state }) => state.open !== null);
};
