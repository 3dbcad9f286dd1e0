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
