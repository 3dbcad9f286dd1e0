// A dry run of a rebalance: its commands are decided one after the other, as in a real one, and nothing is written.
import { type DeploymentEvent, isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import { type DataOf, type Deployment, isDrawdownStop } from './deployment-state.ts';
import { drawdownNow } from './drawdown.ts';
import { evolveDeployment } from './evolve-deployment.ts';
import { worthAtMost } from './mandate.ts';
import { legsOf } from './planned-orders.ts';
import { decideRebalance, idsOf, plannedSells, type RebalanceCommand } from './rebalance.ts';

type Plan = DataOf<'RebalancePlanned'>;
type Order = Plan['sells'][number];

/** The beginning of a rebalance by hand, or of a sell of these coins. */
type Beginning = Pick<Extract<RebalanceCommand, { type: 'PlanRebalance' }>, 'seen'> & {
  /** Why its credits could not be held, which holds up no sell. */
  readonly shortage?: Refusal | null;
} & ({ readonly kind: 'manual' } | { readonly kind: 'sell'; readonly coins: readonly string[] | undefined });

export type DryRun = {
  /** The orders that go out, in their sequence. */
  readonly sent: readonly Order[];
  /** Why no order goes out, or none after those; null: all do. */
  readonly heldUp: Refusal | null;
};

type Decided = Deployment | Refusal;

const after = (deployment: Deployment, command: RebalanceCommand, now: string): Decided => {
  const events: DeploymentEvent[] | Refusal = decideRebalance(command, deployment, now);
  return isRefusal(events) ? events : events.reduce(evolveDeployment, deployment);
};

/** An order without an answer would hold up the next one: each counts as filled, at what it may come to. */
const afterOrder = (deployment: Deployment, plan: Plan, order: Order, leg: string, now: string): Decided => {
  const clientOrderId = `dry-run-${leg}`;
  const ids = idsOf(plan);
  const sent = { ...order, clientOrderId, leg, sentBy: '' };
  const intended = after(deployment, { type: 'IntendOrder', ...ids, order: sent }, now);
  if (isRefusal(intended)) return intended;
  const filled = { filled: order.quantity, quoteFilled: worthAtMost(order).toFixed(8) };
  const result = { exchangeOrderId: '', ...filled, fees: {}, fillIds: [] };
  const outcome = { kind: 'closed', result } as const;
  return after(intended, { type: 'RecordOutcome', ...ids, clientOrderId, outcome }, now);
};

const begun = (
  deployment: Deployment,
  plan: Plan,
  { seen, shortage, ...beginning }: Beginning,
  now: string,
): Decided => {
  const ids = idsOf(plan);
  const start = { type: 'StartRebalance', ...ids, ...beginning, barClose: plan.dataTimestamp } as const;
  const started = after(deployment, start, now);
  if (isRefusal(started)) return started;
  if (shortage) return shortage;
  const planned = after(started, { type: 'PlanRebalance', ...ids, data: plan, seen }, now);
  if (isRefusal(planned)) return planned;
  // Orders that are not settled are looked up first.
  return { ...planned, orders: {} };
};

/** The stop that the plan itself has met, in its own words. */
const drawdownRefusal = (deployment: Deployment): Refusal | undefined => {
  const percent = drawdownNow(deployment).drawdownPercent.toFixed(2);
  return isDrawdownStop(deployment) ? refuse('DRAWDOWN_STOP', { percent }) : undefined;
};

/** `now`: ISO 8601. */
export const dryRun = (deployment: Deployment, plan: Plan, beginning: Beginning, now: string): DryRun => {
  let current = begun(deployment, plan, beginning, now);
  if (isRefusal(current)) return { sent: [], heldUp: current };
  const sells = plannedSells(current, plan.rebalanceId);
  if (isRefusal(sells)) return { sent: [], heldUp: drawdownRefusal(current) ?? sells };
  const sent: Order[] = [];
  for (const { name, ...order } of [...legsOf(plan.sells), ...legsOf(plan.buys)]) {
    const next: Decided = afterOrder(current, plan, order, name, now);
    if (isRefusal(next)) return { sent, heldUp: next };
    sent.push(order);
    current = next;
  }
  return { sent, heldUp: null };
};
