// Simulates points of a study: their figures over the whole range, and over the windows of a walk-forward test.
import { readFile } from 'node:fs/promises';
import {
  bandOf,
  moneyOf,
  type RunSettings,
  type StudyCurve,
  TIMEFRAME_MS,
  type WalkForwardPlan,
} from '@tradeium/contracts';
import {
  type ScoredPoint,
  type Simulation,
  scorePoint,
  simulate,
  targetsFromDecisions,
} from '@tradeium/portfolio';
import { tableFromIPC } from 'apache-arrow';
import { decodePanel, matrixOf, type Panel } from '../../candles/panel.ts';
import { type BarSpan, windowsOf } from '../../domain/study-windows.ts';
import { BPS } from '../simulate-run.ts';

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
};

export type PointScore = ScoredPoint & {
  readonly index: number;
  readonly curve: StudyCurve;
  /** The figure that the plan chooses by, over each window's train bars; empty without windows. */
  readonly train: readonly (number | null)[];
};

/** `cells`: of the frame of one execution, for which it is charged. */
export type ScoredBatch = { readonly cells: number; readonly points: readonly PointScore[] };

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

/** A run over the market's bars alone: it begins in cash, and its strategy has decided on all bars before. */
export const simulateWithin = (
  { panel, openTimes, open, close }: Market,
  weights: Float64Array,
  settings: RunSettings,
  capital?: number,
): { readonly simulation: Simulation; readonly scored: ScoredPoint } => {
  const { coins, timestamps, firstBar, timeframe } = panel;
  const { starting_capital, slippage } = moneyOf(settings);
  const startingCapital = capital ?? starting_capital;
  const band = bandOf(settings);
  const decisions = weights.subarray(0, timestamps.length * coins.length);
  const simulation = simulate({
    bars: openTimes.length,
    coins: coins.length,
    open,
    close,
    targets: targetsFromDecisions(decisions, timestamps.length, coins.length, firstBar),
    startingCapital,
    feeRate: settings.fees,
    slippageBps: slippage * BPS,
    ...(band && { band }),
  });
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
  const count = Math.min(value.length, pointsMax - 1);
  const step = count > 1 ? (value.length - 1) / (count - 1) : 0;
  const bars = Array.from({ length: count }, (_, at) => Math.round(at * step));
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

/** Simulates points over the whole range, and over the train bars of each window. */
export const scorePoints = async ({ paths, points, walkForward }: ScoreTask): Promise<ScoredBatch> => {
  const panel = decodePanel(await readFile(paths.candles));
  const weightsOf = await readWeights(paths.weights, panel);
  const market = marketWithin(panel);
  const barMs = TIMEFRAME_MS[panel.timeframe];
  const windows = walkForward ? windowsOf(walkForward, market.openTimes.length) : [];
  const trains = 'refused' in windows ? [] : windows.map(({ train }) => marketWithin(panel, train));
  const score = ({ index, row, settings }: WeightedPoint): PointScore => {
    const weights = weightsOf(row);
    const { simulation, scored } = simulateWithin(market, weights, settings);
    const { starting_capital } = moneyOf(settings);
    return {
      index,
      ...scored,
      curve: curveOf(market.openTimes, barMs, simulation.value, starting_capital),
      train: walkForward
        ? trains.map(
            (train) => simulateWithin(train, weights, settings).scored.statistics[walkForward.metric],
          )
        : [],
    };
  };
  return { cells: market.openTimes.length * panel.coins.length, points: points.map(score) };
};
