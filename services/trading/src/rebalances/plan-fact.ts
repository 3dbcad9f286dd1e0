// A plan as the event that records it.
import type { DeploymentEvent } from '@tradeium/contracts';
import type { PlannedOrder, RebalancePlan } from '@tradeium/portfolio';
import type { Snapshot } from './make-plan.ts';

type Fact = Extract<DeploymentEvent, { type: 'RebalancePlanned' }>['data'];
type Ids = Pick<Fact, 'userId' | 'deploymentId' | 'rebalanceId'>;

const orderFact = ({ coin, side, quantity, price, notional, limitPrice }: PlannedOrder) => ({
  ...{ coin, side, quantity, price, notional, limitPrice },
});

export const planFact = (
  ids: Ids,
  { plan, snapshot }: { readonly plan: RebalancePlan; readonly snapshot: Snapshot },
  weights: Readonly<Record<string, number>>,
  dataTimestamp: string,
): Fact => ({
  ...ids,
  value: plan.value,
  weights,
  prices: snapshot.prices,
  sells: plan.sells.map(orderFact),
  buys: plan.buys.map(orderFact),
  wantedBuys: plan.wantedBuys.map(({ coin, notional }) => ({ coin, notional })),
  skipped: plan.skipped.map(({ coin, side, notional, reason }) => ({ coin, side, notional, reason })),
  drift: plan.drift,
  costAtMost: plan.costAtMost,
  dataTimestamp,
});
