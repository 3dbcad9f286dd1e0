// The walk-forward test of a study: each window's chosen point over the bars after it, one after another.
import { readFile } from 'node:fs/promises';
import {
  moneyOf,
  type RunSettings,
  TIMEFRAME_MS,
  type WalkForward,
  type WalkForwardPlan,
} from '@tradeium/contracts';
import { type Simulation, scorePoint } from '@tradeium/portfolio';
import { decodePanel, type Panel } from '../../candles/panel.ts';
import { type StudyWindow, windowsOf } from '../../domain/study-windows.ts';
import { curveOf, marketWithin, readWeights, simulateWithin, type WeightedPoint } from './score-points.ts';

const CURVE_POINTS_MAX = 400;

export type WalkTask = {
  readonly candles: string;
  /** Files of weights, each with the chosen points in it. */
  readonly files: readonly { readonly weights: string; readonly points: readonly WeightedPoint[] }[];
  readonly plan: WalkForwardPlan;
  /** The point that each window has chosen, and the one that is best over the whole range. */
  readonly chosen: readonly (number | null)[];
  readonly best: number | null;
  readonly settings: RunSettings;
};

type Chosen = { readonly weights: Float64Array; readonly settings: RunSettings };
type Window = WalkForward['windows'][number];

const dateOf = (ms: number): string => new Date(ms).toISOString();

/** The opening time of a bar of the range, or the end of the last one. */
const momentOf = ({ timestamps, firstBar, timeframe }: Panel, bar: number): string => {
  const at = timestamps[firstBar + bar];
  return dateOf(at ?? (timestamps.at(-1) as number) + TIMEFRAME_MS[timeframe]);
};

/** Annual growth out of sample ÷ in sample (Pardo 2008); null unless the latter is above 0. */
const efficiencyOf = ({ in_sample, out_of_sample }: Pick<Window, 'in_sample' | 'out_of_sample'>) => {
  const [inside, outside] = [in_sample?.cagr ?? null, out_of_sample?.cagr ?? null];
  return inside === null || outside === null || inside <= 0 ? null : outside / inside;
};

/** Values at closes, one window after another. */
type Stitched = { readonly openTimes: number[]; readonly parts: Simulation[]; capital: number };

/** One window: the chosen point from cash, with the capital that the window before has left. */
const testWindow = (
  panel: Panel,
  { train, test }: StudyWindow,
  index: number | null,
  point: Chosen | undefined,
  stitched: Stitched,
): Window => {
  const spans = {
    train: [...train] as [number, number],
    test: [...test] as [number, number],
    train_start: momentOf(panel, train[0]),
    test_start: momentOf(panel, test[0]),
    test_end: momentOf(panel, test[1]),
  };
  if (!point) return { ...spans, chosen: null, in_sample: null, out_of_sample: null, efficiency: null };
  const market = marketWithin(panel, test);
  const inside = simulateWithin(marketWithin(panel, train), point.weights, point.settings);
  const outside = simulateWithin(market, point.weights, point.settings, stitched.capital);
  stitched.openTimes.push(...market.openTimes);
  stitched.parts.push(outside.simulation);
  stitched.capital = outside.simulation.totals.finalValue;
  const figures = { in_sample: inside.scored.statistics, out_of_sample: outside.scored.statistics };
  return { ...spans, chosen: index, ...figures, efficiency: efficiencyOf(figures) };
};

const joined = (parts: readonly Simulation[], name: 'value' | 'returns' | 'exposure'): Float64Array =>
  Float64Array.from(parts.flatMap((part) => [...part[name]]));

/** The windows' simulations as one run. */
const oneRun = (parts: readonly Simulation[]): Pick<Simulation, 'value' | 'exposure' | 'totals'> => {
  const add = (name: keyof Simulation['totals']) =>
    parts.reduce((total, { totals }) => total + totals[name], 0);
  return {
    value: joined(parts, 'value'),
    exposure: joined(parts, 'exposure'),
    totals: {
      finalValue: parts.at(-1)?.totals.finalValue ?? 0,
      feesPaid: add('feesPaid'),
      tradedNotional: add('tradedNotional'),
      turnover: add('turnover'),
      rebalances: add('rebalances'),
      fills: add('fills'),
    },
  };
};

/**
 * Tests each window's point on its test bars: it starts in cash and may decide on all bars before. The curve of all test
 * bars carries the capital on.
 */
export const walkForward = async (task: WalkTask): Promise<WalkForward> => {
  const { plan, chosen, best, settings } = task;
  const panel = decodePanel(await readFile(task.candles));
  const points = new Map<number, Chosen>();
  for (const file of task.files) {
    const weightsOf = await readWeights(file.weights, panel);
    for (const point of file.points)
      points.set(point.index, { weights: weightsOf(point.row), settings: point.settings });
  }
  const windows = windowsOf(plan, panel.timestamps.length - panel.firstBar);
  if ('refused' in windows) throw new Error('the range of a study has no windows');
  const { starting_capital: capital } = moneyOf(settings);
  const stitched: Stitched = { openTimes: [], parts: [], capital };
  const tested = windows.map((window, at) => {
    const index = chosen[at] ?? null;
    return testWindow(panel, window, index, index === null ? undefined : points.get(index), stitched);
  });
  const barMs = TIMEFRAME_MS[panel.timeframe];
  const openTimes = Float64Array.from(stitched.openTimes);
  const whole = oneRun(stitched.parts);
  const isEmpty = openTimes.length === 0;
  return {
    plan,
    windows: tested,
    out_of_sample: isEmpty
      ? null
      : scorePoint({ openTimes, barMs, startingCapital: capital, simulation: whole }).statistics,
    curve: isEmpty
      ? { at: [], value: [] }
      : curveOf(openTimes, barMs, whole.value, capital, CURVE_POINTS_MAX),
    in_sample_best: bestOver(panel, windows, best, best === null ? undefined : points.get(best)),
  };
};

/** The point that is best over the whole range, over the bars of all windows' tests. */
const bestOver = (
  panel: Panel,
  windows: readonly StudyWindow[],
  index: number | null,
  point: Chosen | undefined,
): WalkForward['in_sample_best'] => {
  const [first, last] = [windows[0], windows.at(-1)];
  if (!(point && first && last) || index === null) return null;
  const market = marketWithin(panel, [first.test[0], last.test[1]]);
  const { simulation } = simulateWithin(market, point.weights, point.settings);
  const { starting_capital: capital } = moneyOf(point.settings);
  const barMs = TIMEFRAME_MS[panel.timeframe];
  return { index, curve: curveOf(market.openTimes, barMs, simulation.value, capital, CURVE_POINTS_MAX) };
};
