// The executions behind a study's points: points that differ in money alone share the strategy's weights.
import {
  countBars,
  type ParameterValues,
  type RunSettings,
  rangeOfDays,
  type WalkForwardPlan,
} from '@tradeium/contracts';
import { type PlannedPoint, settingsOfPoint } from './study-points.ts';
import { windowsOf } from './study-windows.ts';

/** Simulating so many bars takes about half a second, and so long no cancellation and no other result is seen to. */
const SCORED_BARS_MAX = 400_000;

type ComputationPoint = { readonly index: number; readonly settings: RunSettings };
export type Computation = {
  /** Its place among the study's computations. */
  readonly number: number;
  readonly parameters: ParameterValues;
  /** The settings that the strategy and its candles depend on. */
  readonly settings: RunSettings;
  readonly points: readonly ComputationPoint[];
  /** How many points of the same execution are in computations before it, and in all of them. */
  readonly before: number;
  readonly sharing: number;
};

const keyOf = (values: readonly unknown[]): string => JSON.stringify(values);

const barsOf = (settings: RunSettings): number => {
  const { fromMs, untilMs } = rangeOfDays(settings);
  return Math.max(1, countBars(settings.timeframe, fromMs, untilMs));
};

type Execution = Pick<Computation, 'parameters' | 'settings'> & { readonly points: ComputationPoint[] };

/** Weights are not kept, so an execution of more points than are simulated at once is computed again for the others. */
const partsOf = ({ points, ...execution }: Execution): Omit<Computation, 'number'>[] => {
  const most = Math.max(1, Math.floor(SCORED_BARS_MAX / barsOf(execution.settings)));
  return Array.from({ length: Math.ceil(points.length / most) }, (_, part) => ({
    ...execution,
    points: points.slice(part * most, (part + 1) * most),
    before: part * most,
    sharing: points.length,
  }));
};

/** The study's computations in the order of its points; those of one list share none with another, which is computed later. */
export const computationsOf = (
  lists: readonly (readonly PlannedPoint[])[],
  settings: RunSettings,
): readonly Computation[] => {
  const found = new Map<string, Execution>();
  const points = lists.flatMap((list, at) => list.map((point) => ({ point, list: at })));
  points.forEach(({ point, list }, index) => {
    const own = settingsOfPoint(settings, point);
    const { portfolio, timeframe } = own;
    const key = keyOf([list, point.parameters, portfolio, timeframe]);
    const known = found.get(key);
    if (known) {
      known.points.push({ index, settings: own });
      return;
    }
    const shared = { ...settings, portfolio, timeframe };
    found.set(key, { parameters: point.parameters, settings: shared, points: [{ index, settings: own }] });
  });
  return [...found.values()].flatMap(partsOf).map((part, number) => ({ ...part, number }));
};

/** True for the first computation of an execution. */
export const isFirstOf = ({ before }: Computation): boolean => before === 0;

/** The part of an execution's cells that a computation is charged: its points' share. The shares add up to the whole. */
export const shareOfCells = ({ before, points, sharing }: Computation, cells: number): number => {
  const until = (count: number) => Math.floor((cells * count) / sharing);
  return until(before + points.length) - until(before);
};

/** How many computations of a group one batch may have, so that its points are simulated within a moment. */
export const batchMaxOf = (
  group: readonly [Computation, ...Computation[]],
  plan: WalkForwardPlan | undefined,
): number => {
  const bars = barsOf(group[0].settings);
  const windows = plan ? windowsOf(plan, bars) : [];
  const trained =
    'refused' in windows ? 0 : windows.reduce((sum, { train: [from, to] }) => sum + to - from, 0);
  const points = Math.max(...group.map((computation) => computation.points.length));
  return Math.max(1, Math.floor(SCORED_BARS_MAX / ((bars + trained) * points)));
};

/** Those over the same candles, together. */
export const groupsOf = (
  computations: readonly Computation[],
): (readonly [Computation, ...Computation[]])[] => {
  const groups = new Map<string, [Computation, ...Computation[]]>();
  for (const computation of computations) {
    const key = keyOf([computation.settings.portfolio, computation.settings.timeframe]);
    const group = groups.get(key);
    if (group) group.push(computation);
    else groups.set(key, [computation]);
  }
  return [...groups.values()];
};
