// The walk-forward test of a study: each window's chosen point over the bars after it, one after another.
import { readFile } from 'node:fs/promises';
import {
  moneyOf,
  type RunSettings,
  type StudyMetric,
  TIMEFRAME_MS,
  type WalkForward,
  type WalkForwardPlan,
} from '@tradeium/contracts';
import { type Simulation, scorePoint } from '@tradeium/portfolio';
import { decodePanel, type Panel } from '../../candles/panel.ts';
import { type BarSpan, type StudyWindow, windowsOf } from '../../domain/study-windows.ts';
import {
  curveOf,
  marketWithin,
  type PointScore,
  readWeights,
  simulateWithin,
  targetsOfWindow,
  type WeightedPoint,
} from './score-points.ts';
import type { ComputedPoint } from './study-files.ts';

const TEST_CURVE_POINTS_MAX = 400;

export type WalkTask = {
  readonly candles: string;
  /** Files of weights, each with the chosen points in it. */
  readonly files: readonly { readonly weights: string; readonly points: readonly WeightedPoint[] }[];
  readonly plan: WalkForwardPlan;
  /** The point that each window has chosen, and the one that is best over the whole range. */
  readonly chosen: readonly (number | null)[];
  readonly best: number | null;
  /** Those of all points: windows are tested over one set of settings. */
  readonly settings: RunSettings;
};

const highest = (
  points: readonly ComputedPoint[],
  figureOf: (point: PointScore) => number | null,
): number | null => {
  let best: { index: number; figure: number } | null = null;
  for (const point of points) {
    const figure = 'error' in point ? null : figureOf(point);
    if (figure !== null && (best === null || figure > best.figure)) best = { index: point.index, figure };
  }
  return best?.index ?? null;
};

/** The points that each window, and the whole range, choose: the highest figure, the first of equal ones. */
export const choicesOf = (points: readonly ComputedPoint[], windows: number, metric: StudyMetric) => ({
  chosen: Array.from({ length: windows }, (_, window) =>
    highest(points, ({ train }) => train[window] ?? null),
  ),
  best: highest(points, ({ statistics }) => statistics[metric]),
});

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

const sum = (values: Float64Array): number => values.reduce((total, value) => total + value, 0);

/** Some bars of a run, as a run of its own that begins with what it had then. */
const partOf = ({ value, exposure, fees, turnover }: Simulation, from: number, until: number) => {
  const part = turnover.subarray(from, until);
  return {
    value: value.subarray(from, until),
    exposure: exposure.subarray(from, until),
    totals: {
      finalValue: value[until - 1] as number,
      feesPaid: sum(fees.subarray(from, until)),
      turnover: sum(part),
      rebalances: part.reduce((bars, traded) => bars + (traded > 0 ? 1 : 0), 0),
    },
  };
};

/** The targets of all test bars: each window's are those of its chosen point, all in cash without one. */
const joinedTargets = (
  panel: Panel,
  windows: readonly StudyWindow[],
  chosenIn: (window: number) => Chosen | undefined,
): Float64Array => {
  const parts = windows.map(({ test }, at) => {
    const market = marketWithin(panel, test);
    const point = chosenIn(at);
    const cash = new Float64Array(market.openTimes.length * panel.coins.length);
    return point ? targetsOfWindow(market, point.weights, point.settings) : cash;
  });
  const joined = new Float64Array(parts.reduce((total, { length }) => total + length, 0));
  let at = 0;
  for (const part of parts) {
    joined.set(part, at);
    at += part.length;
  }
  return joined;
};

/** The values of all test bars as one run, from cash: positions are kept from window to window as far as the next choice has them. */
const testRun = (task: WalkTask, panel: Panel, windows: readonly StudyWindow[], points: Points) => {
  const [first, last] = [windows[0], windows.at(-1)];
  if (!(first && last)) throw new Error('the range of a study has no windows');
  const span = [first.test[0], last.test[1]] as const;
  const market = marketWithin(panel, span);
  const targets = joinedTargets(panel, windows, (at) => points.get(task.chosen[at] ?? -1));
  return { span, market, ...simulateWithin(market, targets, task.settings) };
};

type Points = ReadonlyMap<number, Chosen>;

const readPoints = async ({ files }: WalkTask, panel: Panel): Promise<Points> => {
  const points = new Map<number, Chosen>();
  for (const file of files) {
    const weightsOf = await readWeights(file.weights, panel);
    for (const { index, row, settings } of file.points)
      points.set(index, { weights: weightsOf(row), settings });
  }
  return points;
};

/**
 * Tests each window's point on its test bars, which may decide on all bars before. All test bars are one run that begins in
 * cash, so a window's figures are those of its part of that run.
 */
export const walkForward = async (task: WalkTask): Promise<WalkForward> => {
  const { plan, chosen, best, settings } = task;
  const panel = decodePanel(await readFile(task.candles));
  const points = await readPoints(task, panel);
  const windows = windowsOf(plan, panel.timestamps.length - panel.firstBar);
  if ('refused' in windows) throw new Error('the range of a study has no windows');
  const { starting_capital: capital } = moneyOf(settings);
  const barMs = TIMEFRAME_MS[panel.timeframe];
  const { span, market, simulation, scored } = testRun(task, panel, windows, points);
  const tested = windows.map(({ train, test }, at): Window => {
    const index = chosen[at] ?? null;
    const point = index === null ? undefined : points.get(index);
    const spans = {
      train: [...train] as [number, number],
      test: [...test] as [number, number],
      train_start: momentOf(panel, train[0]),
      test_start: momentOf(panel, test[0]),
      test_end: momentOf(panel, test[1]),
    };
    if (!point) return { ...spans, chosen: null, in_sample: null, out_of_sample: null, efficiency: null };
    const [from, until] = [test[0] - span[0], test[1] - span[0]];
    const trained = marketWithin(panel, train);
    const inside = simulateWithin(trained, targetsOfWindow(trained, point.weights, settings), settings);
    const outside = scorePoint({
      openTimes: market.openTimes.subarray(from, until),
      barMs,
      startingCapital: from === 0 ? capital : (simulation.value[from - 1] as number),
      simulation: partOf(simulation, from, until),
    });
    const figures = { in_sample: inside.scored.statistics, out_of_sample: outside.statistics };
    return { ...spans, chosen: index, ...figures, efficiency: efficiencyOf(figures) };
  });
  const isEmpty = tested.every((window) => window.chosen === null);
  return {
    plan,
    windows: tested,
    out_of_sample: isEmpty ? null : scored.statistics,
    curve: isEmpty
      ? { at: [], value: [] }
      : curveOf(market.openTimes, barMs, simulation.value, capital, TEST_CURVE_POINTS_MAX),
    in_sample_best: bestOver(task, panel, span, best === null ? undefined : points.get(best)),
  };
};

/** The point that is best over the whole range, over the bars of all windows' tests. */
const bestOver = (
  { best, settings }: WalkTask,
  panel: Panel,
  span: BarSpan,
  point: Chosen | undefined,
): WalkForward['in_sample_best'] => {
  if (!point || best === null) return null;
  const market = marketWithin(panel, span);
  const { simulation } = simulateWithin(market, targetsOfWindow(market, point.weights, settings), settings);
  const { starting_capital: capital } = moneyOf(settings);
  const barMs = TIMEFRAME_MS[panel.timeframe];
  return {
    index: best,
    curve: curveOf(market.openTimes, barMs, simulation.value, capital, TEST_CURVE_POINTS_MAX),
  };
};
