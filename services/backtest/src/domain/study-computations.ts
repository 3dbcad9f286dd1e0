// The executions behind a study's points: points that differ only in how they are traded share weights.
import {
  countBars,
  type ParameterValues,
  type RunSettings,
  rangeOfDays,
  type WalkForwardPlan,
} from '@tradeium/contracts';
import { type PlannedPoint, settingsOfPoint, weightSettingsOf } from './study-points.ts';
import { windowsOf } from './study-windows.ts';

/** Simulating so many bars takes about half a second, and so long no cancellation and no other result is seen to. */
const SCORED_BARS_MAX = 400_000;

type ComputationPoint = { readonly index: number; readonly settings: RunSettings };

/** One execution of the strategy. */
export type Computation = {
  /** Its place among the study's computations. */
  readonly number: number;
  readonly parameters: ParameterValues;
  /** The settings that the strategy and its candles depend on. */
  readonly settings: RunSettings;
  readonly points: readonly ComputationPoint[];
};

const keyOf = (values: readonly unknown[]): string => JSON.stringify(values);

const barsOf = (settings: RunSettings): number => {
  const { fromMs, untilMs } = rangeOfDays(settings);
  return Math.max(1, countBars(settings.timeframe, fromMs, untilMs));
};

/** The study's computations in the order of its points; those of one list share none with another, which is computed later. */
export const computationsOf = (
  lists: readonly (readonly PlannedPoint[])[],
  settings: RunSettings,
): readonly Computation[] => {
  const found = new Map<string, Computation & { readonly points: ComputationPoint[] }>();
  const points = lists.flatMap((list, at) => list.map((point) => ({ point, list: at })));
  points.forEach(({ point, list }, index) => {
    const own = settingsOfPoint(settings, point);
    const shares = weightSettingsOf(own);
    const key = keyOf([list, point.parameters, shares]);
    const known = found.get(key);
    if (known) {
      known.points.push({ index, settings: own });
      return;
    }
    const shared = { ...settings, ...shares };
    const { parameters } = point;
    const number = found.size;
    found.set(key, { number, parameters, settings: shared, points: [{ index, settings: own }] });
  });
  return [...found.values()];
};

/** How many points are simulated at once, over the whole range and over the train bars of each window. */
export const pointsAtOnceOf = (settings: RunSettings, plan: WalkForwardPlan | undefined): number => {
  const bars = barsOf(settings);
  const windows = plan ? windowsOf(plan, bars) : [];
  const trained =
    'refused' in windows ? 0 : windows.reduce((sum, { train: [from, to] }) => sum + to - from, 0);
  return Math.max(1, Math.floor(SCORED_BARS_MAX / (bars + trained)));
};

/** How many computations of a group one batch may have, so that its points are simulated at once; one may take longer. */
export const batchMaxOf = (
  group: readonly [Computation, ...Computation[]],
  plan: WalkForwardPlan | undefined,
): number => {
  const points = Math.max(...group.map((computation) => computation.points.length));
  return Math.max(1, Math.floor(pointsAtOnceOf(group[0].settings, plan) / points));
};

/** Those over the same candles, together. */
export const groupsOf = (
  computations: readonly Computation[],
): (readonly [Computation, ...Computation[]])[] => {
  const groups = new Map<string, [Computation, ...Computation[]]>();
  for (const computation of computations) {
    const key = keyOf([weightSettingsOf(computation.settings)]);
    const group = groups.get(key);
    if (group) group.push(computation);
    else groups.set(key, [computation]);
  }
  return [...groups.values()];
};
