// A preview sends out just what the commands of a rebalance let go out.
import { isRefusal, type Mandate } from '@tradeium/contracts';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { after, created, ids, intended, NOW, PLAN_INPUTS, started } from '../../fixtures/deployment-story.ts';
import type { DeploymentCommand } from './deployment.ts';
import { decideDeployment } from './deployment.ts';
import type { DataOf } from './deployment-state.ts';
import { dryRun } from './dry-run.ts';
import { evolveDeployment } from './evolve-deployment.ts';
import { legsOf } from './planned-orders.ts';

type Plan = DataOf<'RebalancePlanned'>;
type Order = Plan['sells'][number];

const orderOf = (side: Order['side'], notional: number): Order => ({
  ...{ coin: side === 'buy' ? 'ETH' : 'BTC', side, quantity: String(notional), price: '1' },
  ...{ notional: String(notional), limitPrice: side === 'buy' ? '1.01' : '0.99' },
});
const planOf = (sells: readonly number[], buys: readonly number[]): Plan => ({
  ...ids,
  rebalanceId: 'preview',
  ...{ value: '1000', weights: {}, prices: { BTC: '1' }, skipped: [], inputs: PLAN_INPUTS },
  wantedBuys: [{ coin: 'ETH', notional: String(buys.reduce((sum, notional) => sum + notional, 0)) }],
  sells: sells.map((notional) => orderOf('sell', notional)),
  buys: buys.map((notional) => orderOf('buy', notional)),
  ...{ drift: { before: {}, after: {} }, costAtMost: '0', dataTimestamp: NOW, decidedAt: NOW },
});
const SEEN = { holdings: { USDT: '1000' }, prices: { USDT: '1' } };
const PLAN = planOf([100], [50, 200]);

const runAfter = (commands: readonly DeploymentCommand[], plan = PLAN, seen = SEEN) => {
  const { state } = after(commands);
  const { sent, heldUp } = dryRun(state, plan, { kind: 'manual', seen }, NOW);
  return { sent: sent.map(({ notional }) => Number(notional)), heldUp: heldUp?.refused ?? null };
};
const stopping = (mandate: Partial<Mandate>) => created({ on_limit: 'stop', ...mandate });

describe('a dry run', () => {
  test.each<[string, readonly DeploymentCommand[], number[], string | null]>([
    ['sends everything that is allowed', [created()], [100, 50, 200], null],
    [
      'ends at the first order above the largest',
      [stopping({ order_max_usdt: 150 })],
      [100, 50],
      'MANDATE_ORDER_TOO_LARGE',
    ],
    [
      'counts orders at their worst price towards the day',
      [stopping({ daily_turnover_max_usdt: 150.4 })],
      [100],
      'MANDATE_TURNOVER',
    ],
    ['ends where a coin may not be bought', [stopping({ coins: ['BTC'] })], [100], 'MANDATE_COIN'],
    [
      'sends nothing while paused',
      [created(), { type: 'PauseDeployment', ...ids, reason: 'X', detail: 'x' }],
      [],
      'DEPLOYMENT_PAUSED',
    ],
    [
      'sends nothing once stopped',
      [created(), { type: 'StopDeployment', ...ids, reason: 'by-user' }],
      [],
      'DEPLOYMENT_STOPPED',
    ],
    ['sends nothing after the last day', [created({ expires_at: NOW })], [], 'MANDATE_EXPIRED'],
    ['sends nothing during a rebalance', [created(), started()], [], 'REBALANCE_IN_PROGRESS'],
    [
      'sends everything while auto-rebalance is off, as by hand',
      [created(), { type: 'SwitchOff', ...ids }],
      [100, 50, 200],
      null,
    ],
    [
      'sends nothing below the drawdown stop',
      [
        created({ drawdown_stop_percent: 10 }),
        { type: 'ValuePortfolio', ...ids, holdings: { BTC: '2000' }, prices: { BTC: '1' } },
        { type: 'ValuePortfolio', ...ids, holdings: { BTC: '2000' }, prices: { BTC: '0.95' } },
      ],
      [],
      'DRAWDOWN_STOP',
    ],
    [
      'looks up orders without an answer first, so it does not wait for them',
      [
        created(),
        started(),
        intended('o1', '20'),
        { type: 'EndRebalance', ...ids, rebalanceId: 'r1', charged: 0, failure: null },
        { type: 'ResumeDeployment', ...ids, stops: 0 },
      ],
      [100, 50, 200],
      null,
    ],
  ])('%s', (_, commands, sent, heldUp) => {
    const seen = heldUp === 'DRAWDOWN_STOP' ? { holdings: { BTC: '2000' }, prices: { BTC: '0.5' } } : SEEN;
    expect(runAfter(commands, PLAN, seen as unknown as typeof SEEN)).toEqual({ sent, heldUp });
  });

  test('of a plan without orders sends nothing, and nothing holds it up', () => {
    expect(runAfter([created()], planOf([], []))).toEqual({ sent: [], heldUp: null });
  });
});

test('too few credits hold up a rebalance that may begin, and are not the reason for one that may not', () => {
  const shortage = { refused: 'INSUFFICIENT_CREDITS' } as const;
  const run = (...commands: DeploymentCommand[]) =>
    dryRun(after([created(), ...commands]).state, PLAN, { kind: 'manual', seen: SEEN, shortage }, NOW);
  expect(run()).toEqual({ sent: [], heldUp: shortage });
  const paused = run({ type: 'PauseDeployment', ...ids, reason: 'X', detail: 'x' });
  expect(paused.heldUp?.refused).toBe('DEPLOYMENT_PAUSED');
});

test('a sell goes out while stopped, beyond every limit, and of nothing else', () => {
  const stop = { type: 'StopDeployment', ...ids, reason: 'by-user' } as const;
  const { state } = after([stopping({ order_max_usdt: 1, expires_at: NOW }), stop]);
  const sell = (coins: string[], plan: Plan) => dryRun(state, plan, { kind: 'sell', coins, seen: SEEN }, NOW);
  expect(sell(['BTC'], planOf([100], []))).toMatchObject({ sent: [{ coin: 'BTC' }], heldUp: null });
  expect(sell(['ETH'], planOf([100], [])).sent).toEqual([]);
});

const limit = fc.option(fc.integer({ min: 1, max: 2_000 }));
const notionals = fc.array(fc.integer({ min: 1, max: 900 }), { maxLength: 4 });

// spec: trading.23
test('a real rebalance sends the same orders and ends with the same reason', () => {
  fc.assert(
    fc.property(
      limit,
      limit,
      notionals,
      notionals,
      (order_max_usdt, daily_turnover_max_usdt, sells, buys) => {
        const mandate = stopping({ order_max_usdt, daily_turnover_max_usdt });
        const plan = planOf(sells, buys);
        const told = runAfter([mandate], plan);
        let { state } = after([mandate, started('manual', plan.rebalanceId)]);
        const decide = (command: DeploymentCommand) => {
          const events = decideDeployment(command, state, NOW);
          if (!isRefusal(events)) state = events.reduce(evolveDeployment, state);
          return events;
        };
        decide({ type: 'PlanRebalance', ...ids, rebalanceId: plan.rebalanceId, data: plan, seen: SEEN });
        const sent: number[] = [];
        let heldUp: string | null = null;
        for (const { name: leg, ...order } of [...legsOf(plan.sells), ...legsOf(plan.buys)]) {
          const own = { ...ids, rebalanceId: plan.rebalanceId };
          const clientOrderId = `id-${leg}`;
          const command = { ...order, clientOrderId, leg, sentBy: '' };
          const answer = decide({ type: 'IntendOrder', ...own, order: command });
          if (isRefusal(answer)) {
            heldUp = answer.refused;
            break;
          }
          sent.push(Number(order.notional));
          const quoteFilled = (Number(order.quantity) * Math.max(1, Number(order.limitPrice))).toFixed(8);
          const result = { exchangeOrderId: '', filled: order.quantity, quoteFilled, fees: {}, fillIds: [] };
          decide({ type: 'RecordOutcome', ...own, clientOrderId, outcome: { kind: 'closed', result } });
        }
        expect(told).toEqual({ sent, heldUp });
      },
    ),
    { numRuns: 200 },
  );
});
