// The form of a study that was run before, with its values, to walk it forward.
import { type ParameterValue, STUDY_METHOD_FACTS, type Study, type StudyAxis } from '@tradeium/contracts';
import { type AxisDraft, draftOf, type StudyDraft } from './draft.ts';

const EVEN_MIN = 3;
const ERROR = 1e-9;

/** Numbers at equal distances are a range; others stay a list. */
const numbersAs = (axis: AxisDraft, values: readonly number[]): AxisDraft => {
  const [low = 0, second = 0] = values;
  const step = second - low;
  const isEven =
    values.length >= EVEN_MIN &&
    step > 0 &&
    values.every(
      (value, place) => Math.abs(value - (low + place * step)) < ERROR * Math.max(1, Math.abs(value)),
    );
  if (!isEven) return { ...axis, mode: 'list', list: values.join(', ') };
  const by = Math.round(step * 1e10) / 1e10;
  return { ...axis, mode: 'range', min: `${low}`, max: `${values.at(-1)}`, step: `${by}` };
};

const axisAs = (axis: AxisDraft, values: StudyAxis['values'] | undefined): AxisDraft => {
  if (values === undefined) return { ...axis, mode: 'fixed' };
  const numbers = values.filter((value) => typeof value === 'number');
  if (numbers.length === values.length) return numbersAs(axis, numbers);
  return { ...axis, mode: 'list', chosen: values as ParameterValue[] };
};

/** A fraction as its percentage, without the error of binary fractions. */
const percentText = (value: unknown): string => `${Math.round(Number(value) * 1e10) / 1e8}`;

/** The axes that are settings, each in its field. */
const settingsAs = (axes: readonly StudyAxis[]): Partial<StudyDraft> => {
  const of = (name: string) => axes.find((axis) => axis.kind === 'setting' && axis.name === name)?.values;
  const words = (name: string) => of(name)?.map(String);
  const percents = (name: string) => of(name)?.map(percentText).join(', ');
  const given = {
    fees: percents('fees'),
    slippage: percents('slippage'),
    driftBand: words('drift_band_percent')?.join(', '),
    bandEnds: words('drift_band_to'),
    calendars: words('rebalance_every'),
    intervals: words('timeframe'),
    portfolios: of('portfolio')
      ?.map((coins) => (Array.isArray(coins) ? coins.join(', ') : ''))
      .join('\n'),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
};

/** The same axes and as many points as the study has, with rolling windows over them. */
export const walkingDraftOf =
  ({ axes, method, points_total }: Pick<Study, 'axes' | 'method' | 'points_total'>): typeof draftOf =>
  (declared, settings, bars) => {
    const usual = draftOf(declared, settings, bars);
    const values = (name: string) =>
      axes.find((axis) => axis.kind === 'parameter' && axis.name === name)?.values;
    return {
      ...usual,
      ...settingsAs(axes),
      axes: Object.fromEntries(
        Object.entries(usual.axes).map(([name, axis]) => [name, axisAs(axis, values(name))]),
      ),
      method,
      ...(STUDY_METHOD_FACTS[method].isDrawn && { points: `${points_total}` }),
      windows: 'rolling',
    };
  };
