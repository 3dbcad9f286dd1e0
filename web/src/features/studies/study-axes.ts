// The axes of a study that vary, with their values in order and in words, and the places of its points on them.
import {
  type ParameterValue,
  type Study,
  type StudyAxis,
  type StudyPoint,
  TIMEFRAME_LABELS,
  TIMEFRAMES,
  type Timeframe,
} from '@tradeium/contracts';
import { exactPercent, fineNumber, percentOf } from '../../lib/format.ts';
import { gridNeighbours, nearestNeighbours } from '../../lib/plateau.ts';
import { coinWords } from '../../lib/setting-differences.ts';

type AxisValue = StudyAxis['values'][number] | undefined;

export type VariedAxis = {
  readonly kind: StudyAxis['kind'];
  readonly name: string;
  readonly label: string;
  /** Of its values, in their order. */
  readonly words: readonly string[];
  /** False where values have no distance, as words have not. */
  readonly isOrdered: boolean;
  /** Where a value stands; -1 for one that it does not have. */
  readonly placeOf: (value: AxisValue) => number;
};

const SETTING_LABELS: Readonly<Record<string, string>> = {
  fees: 'Fees',
  slippage: 'Slippage',
  drift_band_percent: 'Drift band',
  drift_band_to: 'Band end',
  timeframe: 'Interval',
  portfolio: 'Portfolio',
};

export const axisLabel = ({ kind, name }: Pick<StudyAxis, 'kind' | 'name'>): string =>
  kind === 'setting' ? (SETTING_LABELS[name] ?? name) : name;

export const parameterWords = (value: ParameterValue | undefined): string =>
  typeof value === 'number'
    ? fineNumber(value)
    : typeof value === 'boolean'
      ? value
        ? 'on'
        : 'off'
      : `${value}`;

/** A value of an axis as it is shown. */
export const valueWords = ({ kind, name }: Pick<StudyAxis, 'kind' | 'name'>, value: AxisValue): string => {
  if (Array.isArray(value)) return coinWords(value) || 'USDT only';
  if (kind === 'parameter') return parameterWords(value);
  if (name === 'timeframe') return TIMEFRAME_LABELS[value as Timeframe] ?? String(value);
  if (typeof value !== 'number') return String(value);
  return name === 'drift_band_percent' ? percentOf(value) : exactPercent(value);
};

const keyOf = (value: AxisValue): string => JSON.stringify(value) ?? '';

const rankOf = (value: AxisValue): number =>
  typeof value === 'number' ? value : TIMEFRAMES.indexOf(value as Timeframe);

const variedAxis = ({ kind, name, values }: StudyAxis): VariedAxis => {
  const isOrdered =
    (kind === 'setting' && name === 'timeframe') || values.every((value) => typeof value === 'number');
  const sorted = isOrdered ? [...values].sort((one, other) => rankOf(one) - rankOf(other)) : values;
  const places = new Map(sorted.map((value, place) => [keyOf(value), place]));
  return {
    kind,
    name,
    label: axisLabel({ kind, name }),
    words: sorted.map((value) => valueWords({ kind, name }, value)),
    isOrdered,
    placeOf: (value) => places.get(keyOf(value)) ?? -1,
  };
};

/** Those with more than one value. */
export const variedAxes = ({ axes }: Pick<Study, 'axes'>): VariedAxis[] =>
  axes.filter(({ values }) => values.length > 1).map(variedAxis);

type Settings = Pick<Study, 'settings'>;

/** The value that a point has on an axis. */
const valueAt = (
  { kind, name }: Pick<StudyAxis, 'kind' | 'name'>,
  { parameters, settings: own }: StudyPoint,
  { settings }: Settings,
): AxisValue =>
  kind === 'parameter'
    ? parameters[name]
    : ((own as Record<string, AxisValue>)[name] ??
      (settings as Record<string, unknown> as Record<string, AxisValue>)[name]);

/** A study as its views read it: points with their places on the axes. */
export type ReadStudy = {
  readonly axes: readonly VariedAxis[];
  readonly points: readonly StudyPoint[];
  /** Of each point, by axis. */
  readonly places: readonly (readonly number[])[];
  /** Of each point, by their places in `points`. */
  readonly neighbours: readonly (readonly number[])[];
};

/** Neighbours take milliseconds for 2,000 points, so they are found once for all figures. */
export const readStudy = (study: Pick<Study, 'axes' | 'points' | 'method'> & Settings): ReadStudy => {
  const axes = variedAxes(study);
  const places = study.points.map((point) => axes.map((axis) => axis.placeOf(valueAt(axis, point, study))));
  const sized = axes.map(({ words, isOrdered }) => ({ size: words.length, isOrdered }));
  const neighbours =
    study.method === 'grid' ? gridNeighbours(places, sized) : nearestNeighbours(places, sized);
  return { axes, points: study.points, places, neighbours };
};

/** The values of one point on the axes, in words. */
export const placeWords = ({ axes, places }: ReadStudy, row: number): string[] =>
  axes.map(({ words }, axis) => words[places[row]?.[axis] ?? -1] ?? '—');
