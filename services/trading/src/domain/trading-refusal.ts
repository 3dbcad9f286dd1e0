// Why a deployment may not trade.
import { type Refusal, refuse } from '@tradeium/contracts';
import type { Deployment } from './deployment-state.ts';

/** Undefined: it may. */
export const notTrading = ({
  status,
  reason,
}: Pick<Deployment, 'status' | 'reason'>): Refusal | undefined => {
  if (status === 'paused') return refuse('DEPLOYMENT_PAUSED', { reason: reason?.detail ?? '' });
  if (status === 'stopped') return refuse('DEPLOYMENT_STOPPED');
  return status === 'ended' ? refuse('DEPLOYMENT_ENDED') : undefined;
};

/** Why a deployment may not sell to USDT, which is its user's own order: only its end. */
export const notSelling = ({ status }: Pick<Deployment, 'status'>): Refusal | undefined =>
  status === 'ended' ? refuse('DEPLOYMENT_ENDED') : undefined;

/** The same for an order of a rebalance: off, stop and pause hold up the rest of one under way, too, unless it is a sell. */
export const notSending = (
  deployment: Pick<Deployment, 'status' | 'reason' | 'open'>,
  rebalanceId: string,
): Refusal | undefined => {
  const { open } = deployment;
  const isSell = open?.kind === 'sell';
  const refusal = isSell ? notSelling(deployment) : notTrading(deployment);
  if (refusal) return refusal;
  if (open?.rebalanceId !== rebalanceId) return refuse('REBALANCE_FAILED');
  return open.isHeldUp && !isSell ? refuse('AUTO_REBALANCE_OFF') : undefined;
};
