// The live twin compared with the account: no gap when both did the same, each bar's value, and changes by others are not a gain.
import type { DeploymentEvent } from '@tradeium/contracts';
import { simulate, targetsOnCalendar } from '@tradeium/portfolio';
import { projected } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { ids } from '../../fixtures/deployment-story.ts';
import { type LiveFact, liveFactsProjection } from '../projections/live-facts.ts';
import { computeTwin, type TwinSettings } from './compute-twin.ts';
import { liveWindow } from './live-window.ts';
import type { TwinBar } from './twin-market.ts';

const DAY_MS = 86_400_000;
const START = Date.parse('2026-03-01T00:00:00.000Z');
const SETTINGS = {
  portfolio: ['USDT', 'BTC'],
  timeframe: '24h' as const,
  fees: 0,
  start_date: '2025-01-01',
  end_date: '2025-06-30',
};
const NO_GAP = { signal: 0, timing: 0, price: 0, fee: 0, skipped: 0 };

const day = (index: number): number => START + index * DAY_MS;
const iso = (ms: number): string => new Date(ms).toISOString();

/** One bar a day; each decides for half in BTC unless another weight is given. */
const bar = (index: number, open: number, close: number, weight: number | null = 0.5): TwinBar => ({
  openMs: day(index),
  closeMs: day(index + 1),
  opens: { BTC: open },
  closes: { BTC: close },
  targets: weight === null ? null : { BTC: weight },
});

type Traded = {
  id: string;
  at: number;
  kind?: 'scheduled' | 'manual';
  weight?: number;
  price: number;
  side?: 'buy' | 'sell';
  quantity: number;
  fees?: Record<string, string>;
  value?: number;
};

/** The events of one rebalance that bought or sold BTC. */
const traded = ({
  id,
  at,
  kind = 'scheduled',
  weight = 0.5,
  price,
  side = 'buy',
  quantity,
  ...more
}: Traded) => {
  const rebalance = { ...ids, rebalanceId: id };
  const order = { ...rebalance, clientOrderId: `${id}-1` };
  const amount = { quantity: `${quantity}`, price: `${price}`, notional: `${quantity * price}` };
  const planned = { coin: 'BTC', side, ...amount, limitPrice: `${price}` };
  const plan = {
    value: `${more.value ?? 1_000}`,
    weights: { BTC: weight },
    prices: { BTC: `${price}`, USDT: '1' },
  };
  const none = { sells: [], buys: [], wantedBuys: [], skipped: [], costAtMost: '0' };
  const drift = { before: {}, after: {} };
  const dataTimestamp = iso(at);
  const filled = { filled: `${quantity}`, quoteFilled: `${quantity * price}`, fees: more.fees ?? {} };
  const startedAt = iso(kind === 'manual' ? at : at + 30_000);
  return [
    {
      type: 'RebalanceStarted',
      data: { ...rebalance, kind, barClose: iso(day(Math.floor((at - START) / DAY_MS))), startedAt },
    },
    { type: 'RebalancePlanned', data: { ...rebalance, ...plan, ...none, drift, dataTimestamp } },
    { type: 'OrderIntended', data: { ...order, leg: 'buy-0', ...planned, at: startedAt, sentBy: 'here' } },
    { type: 'OrderFilled', data: { ...order, exchangeOrderId: '7', ...filled, fillIds: ['1'] } },
  ] as DeploymentEvent[];
};

const reconciled = (holdings: Record<string, string>, changes: object[] = []): DeploymentEvent =>
  ({ type: 'AccountReconciled', data: { ...ids, holdings, changes } }) as DeploymentEvent;

const START_USDT = reconciled({ USDT: '1000' });

const windowOf = (events: readonly DeploymentEvent[], firstMs = START) => {
  const facts = events.map((event, index) => ({ event, meta: { at: iso(firstMs + index * 1_000) } }));
  const documents = Object.values(projected(liveFactsProjection, facts)) as LiveFact[];
  return liveWindow(documents.toSorted((one, other) => one.place - other.place));
};

const twinOf = (
  events: readonly DeploymentEvent[],
  bars: readonly TwinBar[],
  settings: TwinSettings = SETTINGS,
) => {
  const window = windowOf(events);
  if (!window) throw new Error('nothing was traded');
  return computeTwin(window, bars, settings);
};

const half = traded({ id: 'r1', at: day(0), price: 100, quantity: 5 });

describe('a deployment whose every order filled at the price of its twin', () => {
  // spec: trading.47
  test('has no gap, and a value for each bar', () => {
    const sold = traded({ id: 'r2', at: day(1), price: 200, side: 'sell', quantity: 1.25, value: 1_500 });
    const twin = twinOf([START_USDT, ...half, ...sold], [bar(0, 100, 200), bar(1, 200, 100)]);
    expect(twin.values).toEqual([
      { at: day(0), index: 1 },
      { at: day(1), index: 1.5 },
      { at: day(2), index: 1.125 },
    ]);
    expect(twin.gap).toEqual({ at: day(2), twin: 1_125, live: 1_125, parts: NO_GAP });
  });

  test('has none either when it began with coins', () => {
    const begun = reconciled({ USDT: '500', BTC: '5' });
    const idle = traded({ id: 'r1', at: day(0), price: 100, quantity: 0 });
    expect(twinOf([begun, ...idle], [bar(0, 100, 200)]).gap).toMatchObject({
      twin: 1_500,
      live: 1_500,
      parts: NO_GAP,
    });
  });
});

test('the twin is worth what the backtest of these days says', () => {
  const prices = [100, 130, 90, 95, 140];
  const weights = [0.5, 1, 0.2, 0, 0.9];
  const bars = prices.map((price, index) => bar(index, price, prices[index + 1] ?? 150, weights[index]));
  const settings = { ...SETTINGS, fees: 0.001, slippage: 0.0005, drift_band_percent: 5 };
  const { values } = twinOf([START_USDT, ...half], bars, settings);
  const { value } = simulate({
    bars: bars.length,
    coins: 1,
    open: Float64Array.from(prices),
    close: Float64Array.from([...prices.slice(1), 150]),
    targets: Float64Array.from(weights),
    startingCapital: 1_000,
    feeRate: 0.001,
    slippageBps: 5,
    band: { width: 0.05, to: 'target' },
  });
  values.slice(1).forEach(({ index }, at) => {
    expect((index * 1_000) / (value[at] as number)).toBeCloseTo(1, 12);
  });
});

test('a bar that the account missed is skipped, a rebalance by hand is another signal', () => {
  const missed = twinOf([START_USDT, ...half], [bar(0, 100, 200), bar(1, 200, 400, 0)]);
  // The backtest sold all; the account still has five coins.
  expect(missed.gap?.parts).toMatchObject({ signal: 0, skipped: 1_000 });
  const noon = day(1) + DAY_MS / 2;
  const own = traded({
    id: 'r2',
    at: noon,
    kind: 'manual',
    weight: 0,
    price: 200,
    side: 'sell',
    quantity: 5,
  });
  const byHand = twinOf([START_USDT, ...half, ...own], [bar(0, 100, 200), bar(1, 200, 400, null)]);
  expect(byHand.gap?.parts).toEqual({ ...NO_GAP, signal: -1_000 });
});

test('a first rebalance by hand begins with its twin, at the same prices', () => {
  const noon = day(0) + DAY_MS / 2;
  const first = traded({ id: 'r1', at: noon, kind: 'manual', price: 125, quantity: 4 });
  const { values, gap } = twinOf([START_USDT, ...first], [bar(0, 100, 250)]);
  expect(values[0]).toEqual({ at: noon, index: 1 });
  expect(gap).toEqual({ at: day(1), twin: 1_500, live: 1_500, parts: NO_GAP });
});

test('a deposit is not a gain, and a sale by hand is a gap', () => {
  const deposit = { asset: 'USDT', expected: '500', actual: '1500', valueUsdt: 1_000 };
  const sold = { asset: 'BTC', expected: '5', actual: '4', valueUsdt: -200 };
  const others = reconciled({ USDT: '1700', BTC: '4' }, [
    deposit,
    { ...sold },
    { asset: 'USDT', expected: '1500', actual: '1700', valueUsdt: 200 },
  ]);
  const { values, gap } = twinOf([START_USDT, ...half, others], [bar(0, 100, 400, 0.5)]);
  // Five coins rose by 300 each in the twin; the account had sold one of them at 200.
  expect(gap).toMatchObject({ twin: 3_500, live: 3_300, parts: { skipped: -200 } });
  expect(values.at(-1)?.index).toBeCloseTo(2.5, 12);
});

test('fees that the exchange takes in coins are fees', () => {
  const paid = traded({ id: 'r1', at: day(0), price: 100, quantity: 5, fees: { BTC: '0.05' } });
  const { gap } = twinOf([START_USDT, ...paid], [bar(0, 100, 100)]);
  expect(gap?.parts.fee).toBeCloseTo(-5, 9);
  expect(gap?.live).toBeCloseTo(995, 9);
});

test('nothing is there before the first rebalance, and no gap before a bar has closed', () => {
  expect(windowOf([START_USDT])).toBeNull();
  expect(twinOf([START_USDT, ...half], [])).toEqual({ values: [{ at: day(0), index: 1 }], gap: null });
});

test('by a calendar the twin trades at the bars of the backtest, with the decisions that waited', () => {
  const prices = Array.from({ length: 12 }, (_, at) => 100 + 30 * Math.sin(at));
  const weights = prices.map((_, at) => (at > 0 && at % 4 === 0 ? null : 0.2 + 0.05 * at));
  const bars = prices.map((price, at) => bar(at, price, prices[at + 1] ?? 150, weights[at]));
  const [opens, closes] = [prices, [...prices.slice(1), 150]];
  const openTimes = Float64Array.from(bars, ({ openMs }) => openMs);
  const decided = Float64Array.from(weights, (weight) => weight ?? Number.NaN);
  const { values } = twinOf([START_USDT, ...half], bars, { ...SETTINGS, rebalance_every: 'weekly' });
  const { value, totals } = simulate({
    bars: bars.length,
    coins: 1,
    open: Float64Array.from(opens),
    close: Float64Array.from(closes),
    targets: targetsOnCalendar(decided, openTimes, 1, 'weekly'),
    startingCapital: 1_000,
    feeRate: SETTINGS.fees,
  });
  expect(totals.rebalances).toBe(3);
  values.slice(1).forEach(({ index }, at) => {
    expect((index * 1_000) / (value[at] as number)).toBeCloseTo(1, 12);
  });
});
