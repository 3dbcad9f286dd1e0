// A plan as the event that records it.
import type { DeploymentEvent } from '@tradeium/contracts';
import { plannedOrderOf } from '../domain/planned-orders.ts';
import { engineSha256 } from './engine.ts';
import type { Planned } from './make-plan.ts';
import type { TargetWeights } from './target-weights.ts';

type Fact = Extract<DeploymentEvent, { type: 'RebalancePlanned' }>['data'];
type Ids = Pick<Fact, 'userId' | 'deploymentId' | 'rebalanceId'>;

export type Decided = TargetWeights & { readonly weights: Readonly<Record<string, number>> };

export const planFact = (
  ids: Ids,
  { plan, prices, inputs }: Omit<Planned, 'seen'>,
  { weights, decidedAt, candles }: Decided,
  dataTimestamp: string,
): Fact => ({
  ...ids,
  value: plan.value,
  weights,
  prices,
  sells: plan.sells.map(plannedOrderOf),
  buys: plan.buys.map(plannedOrderOf),
  wantedBuys: plan.wantedBuys.map(({ coin, notional }) => ({ coin, notional })),
  skipped: plan.skipped.map(({ coin, side, notional, reason }) => ({ coin, side, notional, reason })),
  drift: plan.drift,
  costAtMost: plan.costAtMost,
  dataTimestamp,
  decidedAt,
  inputs: { ...inputs, candlesSha256: candles, engineSha256: engineSha256() },
});
