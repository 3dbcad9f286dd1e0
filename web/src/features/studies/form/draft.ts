// A study as it is typed, before it is a plan: which parameters and settings vary, how points are drawn, and the windows.
import {
  calendarOf,
  type DeclaredParameter,
  DRIFT_BAND_ENDS,
  DRIFT_BAND_PERCENT_MAX,
  FEES_PERCENT_MAX,
  type ParameterValue,
  REBALANCE_CALENDARS,
  SLIPPAGE_PERCENT_MAX,
  STUDY_METHODS,
  STUDY_TEST_BARS_MIN,
  STUDY_TRAIN_BARS_MIN,
  type StudyMetric,
  TIMEFRAMES,
  type TradingSettings,
} from '@tradeium/contracts';

export type AxisMode = 'fixed' | 'range' | 'list';

/** One parameter: a range, a list of numbers as text, or some of its choices. */
export type AxisDraft = {
  readonly mode: AxisMode;
  readonly min: string;
  readonly max: string;
  readonly step: string;
  readonly list: string;
  readonly chosen: readonly ParameterValue[];
};

export type Method = (typeof STUDY_METHODS)[number];

export type StudyDraft = {
  /** By the names of the parameters. */
  readonly axes: Readonly<Record<string, AxisDraft>>;
  /** In percent, as lists of numbers; an empty one leaves the setting as it is. */
  readonly fees: string;
  readonly slippage: string;
  readonly driftBand: string;
  readonly calendars: readonly string[];
  readonly bandEnds: readonly string[];
  readonly intervals: readonly string[];
  /** One in each line. */
  readonly portfolios: string;
  readonly method: Method;
  readonly points: string;
  readonly seed: string;
  /** The figure that a search aims for. */
  readonly goal: StudyMetric;
  readonly windows: 'off' | 'rolling' | 'anchored';
  readonly trainBars: string;
  readonly testBars: string;
  readonly embargoBars: string;
  /** The figure by which windows choose. */
  readonly metric: StudyMetric;
};

/** The percentages that a setting may have. */
export const PERCENT_LIMITS = {
  fees: FEES_PERCENT_MAX,
  slippage: SLIPPAGE_PERCENT_MAX,
  driftBand: DRIFT_BAND_PERCENT_MAX,
} as const;

/** The values that a parameter without a range has. */
export const choicesOf = (parameter: DeclaredParameter): readonly ParameterValue[] =>
  'choices' in parameter ? parameter.choices : [false, true];

const POINTS_DRAWN = 100;
/** Of the bars of the range, at first. */
const TRAIN_SHARE = 0.4;
const TEST_SHARE = 0.1;

const axisOf = (parameter: DeclaredParameter, isFirst: boolean): AxisDraft => {
  if (!('min' in parameter))
    return {
      mode: isFirst ? 'list' : 'fixed',
      min: '',
      max: '',
      step: '',
      list: '',
      chosen: choicesOf(parameter),
    };
  const { min, max, step, default: usual } = parameter;
  return {
    mode: isFirst ? 'range' : 'fixed',
    min: `${min}`,
    max: `${max}`,
    step: `${step}`,
    list: `${usual}`,
    chosen: [],
  };
};

/** Begins with the first parameter along its declared range, on a grid; `bars`: those of the range. */
export const draftOf = (
  declared: readonly DeclaredParameter[],
  { portfolio, timeframe }: TradingSettings,
  bars: number,
): StudyDraft => ({
  axes: Object.fromEntries(
    declared.map((parameter, place) => [parameter.name, axisOf(parameter, place === 0)]),
  ),
  fees: '',
  slippage: '',
  driftBand: '',
  calendars: [],
  bandEnds: [],
  intervals: [TIMEFRAMES.find((known) => known === timeframe) ?? timeframe],
  portfolios: portfolio.join(', '),
  method: STUDY_METHODS[0],
  points: `${POINTS_DRAWN}`,
  seed: '0',
  goal: 'sharpe_ratio',
  windows: 'off',
  trainBars: `${Math.max(STUDY_TRAIN_BARS_MIN, Math.round(bars * TRAIN_SHARE))}`,
  testBars: `${Math.max(STUDY_TEST_BARS_MIN, Math.round(bars * TEST_SHARE))}`,
  embargoBars: '0',
  metric: 'sharpe_ratio',
});

/** Drift bands in percentage points that differ visibly; 0 trades every drift. */
const POLICY_BANDS = '0, 1, 2, 5, 10';

/** Begins with rebalance policies alone: those calendars that the bars of the interval tell apart, and both ends of each band. */
export const policyDraftOf = (
  declared: readonly DeclaredParameter[],
  settings: TradingSettings,
  bars: number,
): StudyDraft => ({
  ...draftOf(declared, settings, bars),
  axes: {},
  calendars: REBALANCE_CALENDARS.filter(
    (calendar) => calendarOf({ rebalance_every: calendar, timeframe: settings.timeframe }) === calendar,
  ),
  driftBand: POLICY_BANDS,
  bandEnds: [...DRIFT_BAND_ENDS],
});
