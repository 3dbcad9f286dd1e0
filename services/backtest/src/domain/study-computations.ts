// The executions behind a study's points: points that differ in money alone share the strategy's weights.
import type { ParameterValues, RunSettings } from '@tradeium/contracts';
import { type PlannedPoint, settingsOfPoint } from './study-points.ts';

export type Computation = {
  /** Its place among the study's computations. */
  readonly number: number;
  readonly parameters: ParameterValues;
  /** The settings that the strategy and its candles depend on. */
  readonly settings: RunSettings;
  readonly points: readonly { readonly index: number; readonly settings: RunSettings }[];
};

const keyOf = (values: readonly unknown[]): string => JSON.stringify(values);

/** The study's computations in the order of its points. */
export const computationsOf = (
  points: readonly PlannedPoint[],
  settings: RunSettings,
): readonly Computation[] => {
  const found = new Map<
    string,
    Omit<Computation, 'points'> & { points: { index: number; settings: RunSettings }[] }
  >();
  points.forEach((point, index) => {
    const own = settingsOfPoint(settings, point);
    const { portfolio, timeframe } = own;
    const key = keyOf([point.parameters, portfolio, timeframe]);
    const known = found.get(key);
    if (known) {
      known.points.push({ index, settings: own });
      return;
    }
    const shared = { ...settings, portfolio, timeframe };
    const computation = { number: found.size, parameters: point.parameters, settings: shared };
    found.set(key, { ...computation, points: [{ index, settings: own }] });
  });
  return [...found.values()];
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
