// Points of a study have the figures of single runs, and windows those of single runs over their bars.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { RunSettings, WalkForwardPlan } from '@tradeium/contracts';
import {
  Field,
  Float64,
  makeData,
  makeVector,
  RecordBatch,
  Schema,
  Struct,
  Table,
  tableToIPC,
} from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodePanel, type Panel, panelOf } from '../../candles/panel.ts';
import { type CandleRow, seriesOf } from '../../candles/series.ts';
import { simulateRun } from '../simulate-run.ts';
import {
  marketWithin,
  type PointScore,
  scorePoints,
  simulateWithin,
  targetsOfWindow,
  type WeightedPoint,
} from './score-points.ts';
import { choicesOf, walkForward } from './walk-forward.ts';

const DAY = 86_400_000;
const START = Date.parse('2024-01-01T00:00:00Z');
const BARS = 120;
const WARM_UP = 30;

const daily = (coin: string, wave: number) =>
  seriesOf(
    coin,
    '24h',
    Array.from({ length: BARS + WARM_UP }, (_, day): CandleRow => {
      const price = (at: number) => 100 * Math.exp(0.2 * Math.sin(at / wave) + 0.03 * Math.cos(at * 1.9));
      const [open, close] = [price(day), price(day + 1)];
      return [START + (day - WARM_UP) * DAY, open, Math.max(open, close), Math.min(open, close), close, 1];
    }),
    [],
  );
const panel = panelOf([daily('BTC', 9), daily('ETH', 5)], START, START + BARS * DAY);
const settings: RunSettings = {
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-04-29',
};

/** Weights that change from bar to bar, on all bars. */
const weightsOf = (point: number): Float64Array =>
  Float64Array.from({ length: (BARS + WARM_UP) * 2 }, (_, cell) => 0.25 + 0.2 * Math.sin(cell / (3 + point)));

/** The runner's file: one column with every row of weights. */
const weightsFile = (points: number): Uint8Array => {
  const all = Float64Array.from(Array.from({ length: points }, (_, at) => [...weightsOf(at)]).flat());
  const schema = new Schema([new Field('weights', new Float64(), false)]);
  const data = makeData({
    type: new Struct(schema.fields),
    length: all.length,
    children: [makeVector(all).data[0] as never],
  });
  return tableToIPC(new Table([new RecordBatch(schema, data)]), 'file');
};

let directory: string;
let paths: { candles: string; weights: string };
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'score-points-'));
  paths = { candles: join(directory, 'candles'), weights: join(directory, 'weights') };
  await writeFile(paths.candles, encodePanel(panel));
  await writeFile(paths.weights, weightsFile(3));
});
afterAll(() => rm(directory, { recursive: true, force: true }));

const points: WeightedPoint[] = [
  { index: 0, row: 0, settings },
  { index: 1, row: 1, settings: { ...settings, fees: 0, slippage: 0.002 } },
  { index: 2, row: 2, settings: { ...settings, drift_band_percent: 5, drift_band_to: 'edge' } },
  { index: 3, row: 2, settings: { ...settings, drift_band_percent: 2, rebalance_every: 'weekly' } },
];
type Figures = PointScore['statistics'];
const plan: WalkForwardPlan = {
  kind: 'rolling',
  train_bars: 40,
  test_bars: 20,
  embargo_bars: 2,
  metric: 'sharpe_ratio',
};
const within = (from: number, until: number): Panel =>
  panelOf([daily('BTC', 9), daily('ETH', 5)], START + from * DAY, START + until * DAY);

test('every figure of a point is that of a single run, to the last digit', async () => {
  const { cells, points: scored } = await scorePoints({
    paths,
    points,
    walkForward: null,
    hasPolicies: false,
  });
  expect(cells).toBe(BARS * 2);
  for (const point of scored) {
    const { row, settings: own } = points[point.index] as WeightedPoint;
    const single = simulateRun(panel, weightsOf(row), own);
    const { cost_per_year: _, policy_tracking_error: __, ...figures } = point.statistics;
    for (const name of Object.keys(figures) as (keyof typeof figures)[])
      expect([name, figures[name]]).toEqual([name, single.statistics[name]]);
    expect(point.curve.value.at(-1)).toBe(single.statistics.final_value / 10_000);
    expect(point.train).toEqual([]);
  }
});

test('a policy is judged by what it costs, and by its distance from every decision traded for nothing', async () => {
  const policies: Partial<RunSettings>[] = [
    {},
    { rebalance_every: 'daily' },
    { rebalance_every: 'weekly' },
    { rebalance_every: 'monthly' },
    { fees: 0.001 },
    { slippage: 0.001 },
  ];
  const same = policies.map((policy, index) => ({
    index,
    row: 0,
    settings: { ...settings, fees: 0, ...policy },
  }));
  const scored = await scorePoints({ paths, points: same, walkForward: null, hasPolicies: true });
  const all = scored.points.map(({ statistics }) => statistics);
  const [every, daily, weekly, monthly, paid, slipped] = all as [
    Figures,
    Figures,
    Figures,
    Figures,
    Figures,
    Figures,
  ];
  expect(every).toMatchObject({ cost_per_year: 0, policy_tracking_error: 0 });
  // Daily bars are all the first of their day.
  expect(daily.policy_tracking_error).toBe(0);
  expect(weekly.policy_tracking_error).toBeGreaterThan(0.01);
  expect(monthly.policy_tracking_error).toBeGreaterThan(0.01);
  expect(monthly.rebalances).toBe(4);
  expect(paid.cost_per_year).toBeGreaterThan(0);
  expect(slipped.fees_paid).toBe(0);
  expect(slipped.cost_per_year).toBeCloseTo(paid.cost_per_year, 2);
});

test('a policy has the same figures whichever points are simulated with it, and those of a study without policies no ideal', async () => {
  const of = async (some: WeightedPoint[], hasPolicies: boolean) =>
    (await scorePoints({ paths, points: some, walkForward: null, hasPolicies })).points;
  const together = await of(points, true);
  const apart = await Promise.all(points.map(async (point) => (await of([point], true))[0]));
  expect(apart).toEqual(together);
  expect(together.every(({ statistics }) => statistics.policy_tracking_error !== null)).toBe(true);
  const [none] = await of(points.slice(0, 1), false);
  expect(none?.statistics).toMatchObject({ policy_tracking_error: null, cost_per_year: expect.any(Number) });
});

test('a window of a calendar trades the decision in force when it begins, then by the calendar', () => {
  const window = marketWithin(panel, [40, 60]);
  const targets = targetsOfWindow(window, weightsOf(0), { ...settings, rebalance_every: 'weekly' });
  const traded = [...window.openTimes.keys()].filter((bar) => !Number.isNaN(targets[2 * bar]));
  // The range begins on a Monday, and so do its bars 42, 49 and 56.
  expect(traded).toEqual([0, 2, 9, 16]);
});

test('a window trains on its own bars, with all bars before as warm-up', async () => {
  const { points: scored } = await scorePoints({ paths, points, walkForward: plan, hasPolicies: false });
  const [first] = scored;
  expect(first?.train).toHaveLength(3);
  const alone = within(20, 60);
  // The panel of a later start has more warm-up before it, which the weights count from the same first bar.
  const weights = weightsOf(0).slice(0, alone.timestamps.length * 2);
  expect(first?.train[1]).toBe(simulateRun(alone, weights, settings).statistics.sharpe_ratio);
});

test('a decision that is in force when a window begins is traded then', async () => {
  // One decision in the warm-up, and none after it: buy and hold.
  const once = new Float64Array((BARS + WARM_UP) * 2).fill(Number.NaN);
  once.set([0.6, 0.4]);
  const window = marketWithin(panel, [40, 60]);
  const targets = targetsOfWindow(window, once, settings);
  expect([...targets.subarray(0, 2)]).toEqual([0.6, 0.4]);
  const { simulation } = simulateWithin(window, targets, settings);
  expect(Math.min(...simulation.exposure)).toBeGreaterThan(0.9);
});

test('the walk-forward test tests what each window chose, and carries the capital on', async () => {
  const { points: scored } = await scorePoints({ paths, points, walkForward: plan, hasPolicies: false });
  const choices = choicesOf(scored, 3, plan.metric);
  const walked = await walkForward({
    candles: paths.candles,
    files: [{ weights: paths.weights, points }],
    plan,
    ...choices,
    settings,
  });
  expect(walked.windows.map(({ test: span }) => span)).toEqual([
    [42, 62],
    [62, 82],
    [82, 102],
  ]);
  const ends = walked.windows.map(({ out_of_sample: figures }) => figures as PointScore['statistics']);
  const growth = ends.reduce((product, { total_return: own }) => product * (1 + own), 1);
  expect(walked.out_of_sample?.total_return).toBeCloseTo(growth - 1, 12);
  expect(walked.curve.value.at(-1)).toBeCloseTo(growth, 12);
  expect(walked.in_sample_best?.index).toBe(choices.best);
  walked.windows.forEach(({ chosen, in_sample: inside, out_of_sample: outside, efficiency }, at) => {
    expect(chosen).toBe(choices.chosen[at]);
    const wanted = inside?.cagr && inside.cagr > 0 ? (outside?.cagr as number) / inside.cagr : null;
    expect(efficiency).toBe(wanted);
  });
});

test('a window whose points have no figure chooses none', async () => {
  const walked = await walkForward({
    candles: paths.candles,
    files: [],
    plan,
    chosen: [null, null, null],
    best: null,
    settings,
  });
  expect(walked.windows.every(({ chosen, efficiency }) => chosen === null && efficiency === null)).toBe(true);
  expect(walked).toMatchObject({ out_of_sample: null, in_sample_best: null, curve: { at: [], value: [] } });
});

test('of equal figures the first is chosen, and a failed point never', () => {
  const point = (index: number, sharpe: number | null) =>
    ({ index, train: [sharpe], statistics: { sharpe_ratio: sharpe } }) as unknown as PointScore;
  const all = [{ index: 0, error: 'x', line: null }, point(1, null), point(2, 0.5), point(3, 0.5)];
  expect(choicesOf(all, 1, 'sharpe_ratio')).toEqual({ chosen: [2], best: 2 });
  expect(choicesOf([point(0, null)], 1, 'sharpe_ratio')).toEqual({ chosen: [null], best: null });
});
