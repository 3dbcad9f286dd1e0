// The notice of a sell that could not begin.
import { type Refusal, refusalText } from '@tradeium/contracts';
import type { Stores } from '../aggregates.ts';
import type { RebalanceJob } from '../workflows/rebalance-contract.ts';

/** Nobody waits for the sell of a drawdown stop: its user hears that it could not begin. */
export const noticeUnsold = async (
  stores: Pick<Stores, 'notices'>,
  { userId, deploymentId, rebalanceId }: RebalanceJob,
  refusal: Refusal,
): Promise<void> => {
  const noticeId = `unsold-${rebalanceId}`;
  const notice = { noticeId, kind: 'sell_unfinished', deploymentId, detail: refusalText(refusal) } as const;
  const ids = { commandId: `notice:${noticeId}`, correlationId: rebalanceId };
  await stores.notices.change(userId, { type: 'RaiseNotice', userId, ...notice }, ids);
};
