// A study as a surface: where its points are on the axes that vary, and which of them are neighbours.
import { REBALANCE_CALENDARS, STUDY_METHOD_FACTS, TIMEFRAMES } from '../constants.ts';
import type { Study, StudyAxis, StudyFigure, StudyPoint } from '../http/study-shapes.ts';
import { gridNeighbours, nearestNeighbours } from './plateau.ts';

/** A fall is written below zero, so more of it is better. */
const LESS_IS_BETTER: ReadonlySet<StudyFigure> = new Set([
  'volatility',
  'turnover_per_year',
  'fees_paid',
  'cost_per_year',
  'policy_tracking_error',
]);

export const isLessBetter = (figure: StudyFigure): boolean => LESS_IS_BETTER.has(figure);

/** Null for a point that failed, and where the figure is undefined. */
export const figureOf = (
  { statistics, deflated_sharpe_ratio }: StudyPoint,
  figure: StudyFigure,
): number | null =>
  figure === 'deflated_sharpe_ratio' ? deflated_sharpe_ratio : (statistics?.[figure] ?? null);

/** Tells axes apart: a parameter may have the name of a setting. */
export const axisKey = ({ kind, name }: Pick<StudyAxis, 'kind' | 'name'>): string => `${kind}s.${name}`;

export type AxisValue = StudyAxis['values'][number];

/** An axis with more than one value, its values in their order. */
export type SurfaceAxis = StudyAxis & {
  /** False where values have no distance, as words have not. */
  readonly isOrdered: boolean;
};

export type StudySurface = {
  readonly axes: readonly SurfaceAxis[];
  /** Of each point, by axis: the index of its value. */
  readonly places: readonly (readonly number[])[];
  /** Of each point, by their places in `points`. */
  readonly neighbours: readonly (readonly number[])[];
};

/** The order of words that have one. */
const WORDS_IN_ORDER: Readonly<Record<string, readonly string[]>> = {
  timeframe: TIMEFRAMES,
  rebalance_every: REBALANCE_CALENDARS,
};

type Studied = Pick<Study, 'settings'>;
type Located = Pick<StudyPoint, 'parameters' | 'settings'>;

/** The value that a point has on an axis: its own, or that of its study's settings. */
export const valueAt = (
  { kind, name }: Pick<StudyAxis, 'kind' | 'name'>,
  { parameters, settings: own }: Located,
  { settings }: Studied,
): AxisValue | undefined => {
  if (kind === 'parameter') return parameters[name];
  const values: Readonly<Record<string, unknown>> = { ...settings, ...own };
  return values[name] as AxisValue | undefined;
};

const surfaceAxis = (axis: StudyAxis): SurfaceAxis => {
  const { kind, name, values } = axis;
  const words = kind === 'setting' ? WORDS_IN_ORDER[name] : undefined;
  const isOrdered = words !== undefined || values.every((value) => typeof value === 'number');
  const rankOf = (value: AxisValue): number => (words ? words.indexOf(String(value)) : Number(value));
  const sorted = isOrdered ? values.toSorted((one, other) => rankOf(one) - rankOf(other)) : values;
  return { kind, name, values: sorted, isOrdered };
};

/** The axes that vary, each with its values in order where they have one. */
export const surfaceAxes = (axes: readonly StudyAxis[]): SurfaceAxis[] =>
  axes.filter(({ values }) => values.length > 1).map(surfaceAxis);

const keyOf = (value: AxisValue | undefined): string => JSON.stringify(value) ?? '';

/** Finds the place of a point on each axis: the index of its value; −1 for a value that the axis has not. */
export const placesOn = (
  axes: readonly StudyAxis[],
  study: Studied,
): ((point: Located) => readonly number[]) => {
  const known = axes.map(({ values }) => new Map(values.map((value, place) => [keyOf(value), place])));
  return (point) => axes.map((axis, at) => known[at]?.get(keyOf(valueAt(axis, point, study))) ?? -1);
};

/** The surface of the points that are there, made once for all figures: for 2,000 points on many axes it takes a fifth of a second. */
export const studySurface = (study: Pick<Study, 'axes' | 'points' | 'method'> & Studied): StudySurface => {
  const axes = surfaceAxes(study.axes);
  const places = study.points.map(placesOn(axes, study));
  const sized = axes.map(({ values, isOrdered }) => ({ size: values.length, isOrdered }));
  const neighbours = STUDY_METHOD_FACTS[study.method].isDrawn
    ? nearestNeighbours(places, sized)
    : gridNeighbours(places, sized);
  return { axes, places, neighbours };
};
