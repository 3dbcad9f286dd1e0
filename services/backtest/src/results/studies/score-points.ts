// Simulates points of a study: their figures over the whole range, and over the windows of a walk-forward test.
import { readFile } from 'node:fs/promises';
import {
  calendarOf,
  moneyOf,
  type RunSettings,
  type StudyCurve,
  TIMEFRAME_MS,
  type WalkForwardPlan,
} from '@tradeium/contracts';
import {
  type PolicyFigures,
  policyFigures,
  type ScoredPoint,
  type Simulation,
  scorePoint,
  simulate,
  targetsFromDecisions,
  targetsOnCalendar,
} from '@tradeium/portfolio';
import { tableFromIPC } from 'apache-arrow';
import { decodePanel, matrixOf, type Panel } from '../../candles/panel.ts';
import { type BarSpan, windowsOf } from '../../domain/study-windows.ts';
import { evenBars } from '../even-bars.ts';
import { termsOf } from '../simulate-run.ts';

const CURVE_POINTS_MAX = 60;

/** A point with its weights' place in the file of weights. */
export type WeightedPoint = {
  readonly index: number;
  readonly row: number;
  readonly settings: RunSettings;
};

export type ScoreTask = {
  /** Where the files are on this machine. */
  readonly paths: { readonly candles: string; readonly weights: string };
  readonly points: readonly WeightedPoint[];
  readonly walkForward: WalkForwardPlan | null;
  /** True for a study of policies, however few of its points are in the task. */
  readonly hasPolicies: boolean;
};

export type PointScore = Omit<ScoredPoint, 'statistics'> & {
  readonly statistics: ScoredPoint['statistics'] & PolicyFigures;
  readonly index: number;
  readonly curve: StudyCurve;
  /** The figure that the plan chooses by, over each window's train bars; empty without windows. */
  readonly train: readonly (number | null)[];
};

/** `cells`: of the frame of one execution, for which it is charged. */
export type ScoredPoints = { readonly cells: number; readonly points: readonly PointScore[] };

/** Everything of a span of a panel that simulations of it share. */
type Market = {
  readonly panel: Panel;
  readonly openTimes: Float64Array;
  readonly open: Float64Array;
  readonly close: Float64Array;
};

/** The panel's bars of a span of its range; the bars before stay as warm-up. */
const panelWithin = (panel: Panel, [start, end]: BarSpan): Panel => {
  const until = panel.firstBar + end;
  const columns = new Map([...panel.columns].map(([name, column]) => [name, column.subarray(0, until)]));
  return {
    ...panel,
    columns,
    timestamps: panel.timestamps.subarray(0, until),
    firstBar: panel.firstBar + start,
  };
};

export const marketWithin = (whole: Panel, span?: BarSpan): Market => {
  const panel = span ? panelWithin(whole, span) : whole;
  const { firstBar, timestamps } = panel;
  return {
    panel,
    openTimes: timestamps.subarray(firstBar),
    open: matrixOf(panel, 'open', firstBar),
    close: matrixOf(panel, 'close', firstBar),
  };
};

/** The decisions of the market's bars, each for its bar's open; the strategy has decided on all bars before. */
const decidedWithin = ({ panel }: Market, weights: Float64Array): Float64Array => {
  const { coins, timestamps, firstBar } = panel;
  const decisions = weights.subarray(0, timestamps.length * coins.length);
  return targetsFromDecisions(decisions, timestamps.length, coins.length, firstBar);
};

/** The same by the calendar of a point. */
const onCalendar = ({ panel, openTimes }: Market, decided: Float64Array, settings: RunSettings) =>
  targetsOnCalendar(decided, openTimes, panel.coins.length, calendarOf(settings));

/**
 * Targets of a window: a decision that is in force when it begins is traded then. A strategy that rebalances once a month
 * would else wait for its next decision in cash.
 */
export const targetsOfWindow = (
  market: Market,
  weights: Float64Array,
  settings: RunSettings,
): Float64Array => {
  const { coins, firstBar } = market.panel;
  const width = coins.length;
  const decided = decidedWithin(market, weights);
  let inForce = firstBar - 1;
  while (inForce >= 0 && Number.isNaN(weights[inForce * width])) inForce -= 1;
  if (inForce >= 0) decided.set(weights.subarray(inForce * width, (inForce + 1) * width));
  return onCalendar(market, decided, settings);
};

/** A run over the market's bars alone, which begins in cash. */
export const simulateWithin = (
  { panel, openTimes, open, close }: Market,
  targets: Float64Array,
  settings: RunSettings,
): { readonly simulation: Simulation; readonly scored: ScoredPoint } => {
  const { coins, timeframe } = panel;
  const terms = termsOf(settings);
  const simulation = simulate({
    bars: openTimes.length,
    coins: coins.length,
    open,
    close,
    targets,
    ...terms,
  });
  const { startingCapital } = terms;
  const barMs = TIMEFRAME_MS[timeframe];
  return { simulation, scored: scorePoint({ openTimes, barMs, startingCapital, simulation }) };
};

/** Evenly spaced values of a curve with their moments, as multiples of `start`, which is the first. */
export const curveOf = (
  openTimes: Float64Array,
  barMs: number,
  value: Float64Array,
  start: number,
  pointsMax = CURVE_POINTS_MAX,
): StudyCurve => {
  const bars = evenBars(value.length, pointsMax - 1);
  return {
    at: [openTimes[0] as number, ...bars.map((bar) => (openTimes[bar] as number) + barMs)],
    value: [1, ...bars.map((bar) => (value[bar] as number) / start)],
  };
};

/** The weights of every row of a file: rows × bars × coins. Throws when its length does not fit the candles. */
export const readWeights = async (path: string, panel: Panel): Promise<(row: number) => Float64Array> => {
  const column = tableFromIPC(await readFile(path))
    .getChild('weights')
    ?.toArray();
  const cells = panel.timestamps.length * panel.coins.length;
  if (!(column instanceof Float64Array) || column.length % cells !== 0)
    throw new Error('the weights of a study do not fit its candles');
  return (row) => {
    const weights = column.subarray(row * cells, (row + 1) * cells);
    if (weights.length !== cells) throw new Error(`the weights of a study have no row ${row}`);
    return weights;
  };
};

/**
 * The value of a row's decisions at each close, traded at every bar without a band and without costs; computed once for the
 * points that share the row, whose capital is the study's.
 */
const idealsOver = ({ panel, open, close, openTimes }: Market) => {
  const market = { bars: openTimes.length, coins: panel.coins.length, open, close };
  const known = new Map<number, Float64Array>();
  return (row: number, targets: Float64Array, startingCapital: number): Float64Array => {
    const ideal = known.get(row) ?? simulate({ ...market, targets, startingCapital, feeRate: 0 }).value;
    known.set(row, ideal);
    return ideal;
  };
};

/** Simulates points over the whole range, and over the train bars of each window. */
export const scorePoints = async (task: ScoreTask): Promise<ScoredPoints> => {
  const { paths, points, walkForward, hasPolicies } = task;
  const panel = decodePanel(await readFile(paths.candles));
  const weightsOf = await readWeights(paths.weights, panel);
  const market = marketWithin(panel);
  const barMs = TIMEFRAME_MS[panel.timeframe];
  const trained = trainFigures(panel, weightsOf, { points, walkForward });
  const idealOf = idealsOver(market);
  const score = ({ index, row, settings }: WeightedPoint, at: number): PointScore => {
    const decided = decidedWithin(market, weightsOf(row));
    const targets = onCalendar(market, decided, settings);
    const { simulation, scored } = simulateWithin(market, targets, settings);
    const { starting_capital: startingCapital } = moneyOf(settings);
    // It would double the time of a study of parameters.
    const ideal = hasPolicies ? idealOf(row, decided, startingCapital) : null;
    const { openTimes } = market;
    const policy = policyFigures({ openTimes, barMs, startingCapital, simulation, ideal });
    return {
      index,
      ...scored,
      statistics: { ...scored.statistics, ...policy },
      curve: curveOf(openTimes, barMs, simulation.value, startingCapital),
      train: trained.map((figures) => figures[at] ?? null),
    };
  };
  return { cells: market.openTimes.length * panel.coins.length, points: points.map(score) };
};

/** The figure of each window's train bars, window by window: only one window's prices are in memory. */
const trainFigures = (
  panel: Panel,
  weightsOf: (row: number) => Float64Array,
  { points, walkForward }: Pick<ScoreTask, 'points' | 'walkForward'>,
): (number | null)[][] => {
  const windows = walkForward ? windowsOf(walkForward, panel.timestamps.length - panel.firstBar) : [];
  if (!walkForward || 'refused' in windows) return [];
  return windows.map(({ train }) => {
    const market = marketWithin(panel, train);
    return points.map(({ row, settings }) => {
      const { scored } = simulateWithin(market, targetsOfWindow(market, weightsOf(row), settings), settings);
      return scored.statistics[walkForward.metric];
    });
  });
};
