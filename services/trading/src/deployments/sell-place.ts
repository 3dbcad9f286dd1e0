// Refuses a sell of a deployment without a place of its own where another one may trade the account by now.
import { type Refusal, refuse } from '@tradeium/contracts';
import type { Stores } from '../aggregates.ts';
import type { CreatedDeployment } from '../domain/deployment-state.ts';
import { liveAt } from '../domain/trader.ts';

/** Undefined: it may. A share sells its own coins next to other shares, but none next to a deployment that trades the whole account. */
export const sellPlaceRefusal = async (
  { traders }: Pick<Stores, 'traders'>,
  { created, status }: CreatedDeployment,
): Promise<Refusal | undefined> => {
  if (created.mode === 'paper' || status === 'active') return undefined;
  const { state: trader } = await traders.load(created.userId);
  const others = liveAt(trader, created.exchange, created.deploymentId);
  const isTaken = others.some(([, { share }]) => !created.share || share === null);
  return isTaken ? refuse('LIVE_DEPLOYMENT_ACTIVE') : undefined;
};
