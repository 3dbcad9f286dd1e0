// What only a sell to USDT needs: whether a deployment without a place may sell, and the notice of one that could not begin.
import { type Refusal, refusalText, refuse } from '@tradeium/contracts';
import { changeNotices, type NoticeStore } from '../commands/change-notices.ts';
import type { Traders } from '../commands/change-trader.ts';
import type { CreatedDeployment } from '../domain/deployment-state.ts';
import { liveAt } from '../domain/trader.ts';
import type { RebalanceJob } from '../workflows/rebalance-contract.ts';

/** Another deployment may trade the whole account by now, whose coins it must not sell; a share sells what is in its own books. */
export const sellPlaceRefusal = async (
  { traders }: { readonly traders: Traders },
  { created }: CreatedDeployment,
): Promise<Refusal | undefined> => {
  if (created.mode === 'paper' || created.share) return undefined;
  const { state: trader } = await traders.load(created.userId);
  const others = liveAt(trader, created.exchange, created.deploymentId);
  return others.length > 0 ? refuse('LIVE_DEPLOYMENT_ACTIVE') : undefined;
};

/** Nobody waits for the sell of a drawdown stop: its user hears that it could not begin. */
export const noticeUnsold = async (
  stores: { readonly notices: NoticeStore },
  { userId, deploymentId, rebalanceId }: RebalanceJob,
  refusal: Refusal,
): Promise<void> => {
  const noticeId = `unsold-${rebalanceId}`;
  const notice = { noticeId, kind: 'sell_unfinished', deploymentId, detail: refusalText(refusal) } as const;
  const ids = { commandId: `notice:${noticeId}`, correlationId: rebalanceId };
  await changeNotices(stores, { type: 'RaiseNotice', userId, ...notice }, ids);
};
