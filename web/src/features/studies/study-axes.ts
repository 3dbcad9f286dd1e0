// A study's surface with its axes in words.
import {
  type AxisValue,
  type ParameterValue,
  type StudyAxis,
  type StudyPoint,
  type StudySurface,
  type SurfaceAxis,
  studySurface,
  TIMEFRAME_LABELS,
  type Timeframe,
} from '@tradeium/contracts';
import { exactPercent, fineNumber, percentOf } from '../../lib/format.ts';
import { CALENDAR_LABELS, isCalendar } from '../../lib/policy-words.ts';
import { coinWords } from '../../lib/setting-differences.ts';

export type VariedAxis = {
  readonly kind: StudyAxis['kind'];
  readonly name: string;
  readonly label: string;
  /** Of its values, in their order. */
  readonly words: readonly string[];
};

const SETTING_LABELS: Readonly<Record<string, string>> = {
  fees: 'Fees',
  slippage: 'Slippage',
  rebalance_every: 'Rebalance',
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
export const valueWords = (
  { kind, name }: Pick<StudyAxis, 'kind' | 'name'>,
  value: AxisValue | undefined,
): string => {
  if (Array.isArray(value)) return coinWords(value) || 'USDT only';
  if (kind === 'parameter') return parameterWords(value);
  if (name === 'timeframe') return TIMEFRAME_LABELS[value as Timeframe] ?? String(value);
  if (isCalendar(value) && name === 'rebalance_every') return CALENDAR_LABELS[value];
  if (typeof value !== 'number') return String(value);
  return name === 'drift_band_percent' ? percentOf(value) : exactPercent(value);
};

const variedAxis = ({ kind, name, values }: SurfaceAxis): VariedAxis => ({
  kind,
  name,
  label: axisLabel({ kind, name }),
  words: values.map((value) => valueWords({ kind, name }, value)),
});

/** A study as its views read it: its surface, with axes in words. */
export type ReadStudy = Omit<StudySurface, 'axes'> & {
  readonly axes: readonly VariedAxis[];
  readonly points: readonly StudyPoint[];
};

export const readStudy = (study: Parameters<typeof studySurface>[0]): ReadStudy => {
  const { axes, ...surface } = studySurface(study);
  return { ...surface, axes: axes.map(variedAxis), points: study.points };
};

/** The values of one point on the axes, in words. */
export const placeWords = ({ axes, places }: ReadStudy, row: number): string[] =>
  axes.map(({ words }, axis) => words[places[row]?.[axis] ?? -1] ?? '—');
