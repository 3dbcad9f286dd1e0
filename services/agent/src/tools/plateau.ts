// Finds the region of a study in which points and their neighbours do well together: a lonely peak is likely luck. Pure.
import type { StudyAxis, StudyPoint } from '@tradeium/contracts';

type Value = StudyAxis['values'][number];
/** The place of a point on each axis: the index of its value. */
type Places = readonly number[];

/** A region is at most so wide to each side, as a share of the axis, and at least one step. */
const REACH = 0.1;

/** Figures of which less is better have none here: a drawdown is negative, so that more is better. */
export type ScoredPoint = {
  readonly point: StudyPoint;
  readonly figure: number;
  /** Mean − standard deviation (of the whole) of its figure and its neighbours', in the figure's unit. */
  readonly score: number | null;
  /** The point and its neighbours that have the figure. */
  readonly region: readonly { readonly point: StudyPoint; readonly figure: number }[];
};

export const valueAt = (
  { parameters, settings }: StudyPoint,
  { kind, name }: StudyAxis,
): Value | undefined =>
  kind === 'parameter' ? parameters[name] : (settings as Readonly<Record<string, Value | undefined>>)[name];

const isOrdered = ({ values }: StudyAxis): boolean => values.every((value) => typeof value === 'number');

const placesOf = (point: StudyPoint, axes: readonly StudyAxis[]): Places =>
  axes.map((axis) => {
    const own = JSON.stringify(valueAt(point, axis));
    return axis.values.findIndex((value) => JSON.stringify(value) === own);
  });

/**
 * The points that have the figure, by their score: the best first, those without any neighbour last. Neighbours lie at most one
 * step, or a tenth of the axis, away on each axis of numbers, diagonals included, and have the same value on the others.
 */
export const byPlateau = (
  points: readonly StudyPoint[],
  axes: readonly StudyAxis[],
  figureOf: (point: StudyPoint) => number | null,
): ScoredPoint[] => {
  const sorted = axes.map((axis) =>
    isOrdered(axis) ? { ...axis, values: axis.values.toSorted((a, b) => Number(a) - Number(b)) } : axis,
  );
  const reach = sorted.map((axis) =>
    isOrdered(axis) ? Math.max(1, Math.floor(REACH * axis.values.length)) : 0,
  );
  const known = points.flatMap((point) => {
    const figure = figureOf(point);
    return figure === null ? [] : [{ point, figure, places: placesOf(point, sorted) }];
  });
  const scored = known.map(({ point, figure, places }) => {
    const region = known.filter((other) =>
      places.every((place, axis) => Math.abs(place - (other.places[axis] ?? 0)) <= (reach[axis] ?? 0)),
    );
    return { point, figure, score: region.length > 1 ? scoreOf(region) : null, region };
  });
  const rank = ({ score }: ScoredPoint): number => score ?? Number.NEGATIVE_INFINITY;
  return scored.toSorted((a, b) => (rank(a) === rank(b) ? 0 : rank(b) - rank(a)));
};

const scoreOf = (region: readonly { readonly figure: number }[]): number => {
  const mean = region.reduce((sum, { figure }) => sum + figure, 0) / region.length;
  const variance = region.reduce((sum, { figure }) => sum + (figure - mean) ** 2, 0) / region.length;
  return mean - Math.sqrt(variance);
};
