// Reads a typed study: its plan, how many values each axis has, and the problem of each field in words.
import {
  type DeclaredParameter,
  DRIFT_BAND_ENDS,
  type ParameterAxis,
  portfolioOf,
  REBALANCE_CALENDARS,
  type SettingsAxes,
  STUDY_EMBARGO_BARS_MAX,
  STUDY_METHOD_FACTS,
  STUDY_POINTS_MAX,
  STUDY_TEST_BARS_MIN,
  STUDY_TRAIN_BARS_MIN,
  STUDY_WINDOW_BARS_MAX,
  type StudyPlan,
  TIMEFRAMES,
  takesValue,
} from '@tradeium/contracts';
import { fractionOf } from '../../../lib/format.ts';
import { type AxisDraft, choicesOf, PERCENT_LIMITS, type StudyDraft } from './draft.ts';

type Problems = Record<string, string>;

export type ReadPlan = {
  /** Null while a field has a problem. */
  readonly plan: StudyPlan | null;
  /** By field: a parameter's name after `axis `, or the name of another field. */
  readonly problems: Readonly<Problems>;
  /** How many values each varied axis has, by field. */
  readonly counts: Readonly<Record<string, number>>;
};

/** The key of a parameter's field among problems and counts. */
export const axisField = (name: string): string => `axis ${name}`;

const LISTED_MAX = 50;
const PORTFOLIOS_MAX = 10;
const SEED_MAX = 2_147_483_647;
const NUMBER_WANTED = 'Type a number.';

/** A number as typed; null for what is none. A comma separates numbers, so decimals have a point. */
const numberOf = (text: string): number | null => {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  return Number.isFinite(number) ? number : null;
};

/** Whole numbers within bounds, or the problem. */
const wholeOf = (text: string, least: number, most: number): number | string => {
  const number = numberOf(text);
  return number !== null && Number.isInteger(number) && number >= least && number <= most
    ? number
    : `Type a whole number from ${least} to ${most}.`;
};

const partsOf = (text: string): string[] => text.split(/[,;\s]+/).filter(Boolean);

/** The distinct numbers of a list, or the problem. */
const listOf = (text: string, takes: (value: number) => string | null, max: number): number[] | string => {
  const parts = partsOf(text);
  if (parts.length > max) return `At most ${max} values.`;
  const values = parts.map(numberOf);
  const wrong = values.indexOf(null);
  if (wrong !== -1) return `“${(parts[wrong] ?? '').slice(0, 20)}” is not a number.`;
  const numbers = [...new Set(values as number[])];
  const refused = numbers.map(takes).find((problem) => problem !== null);
  return refused ?? numbers;
};

/** By multiples of the step from the minimum, as the server counts them. */
const stepsOf = (min: number, max: number, step: number): number => Math.floor((max - min) / step + 1e-9) + 1;

type Ranged = Extract<DeclaredParameter, { min: number }>;

const rangeOf = (
  parameter: Ranged,
  { min, max, step }: AxisDraft,
): { axis: ParameterAxis; count: number } | string => {
  const [low, high, by] = [numberOf(min), numberOf(max), numberOf(step)];
  if (low === null || high === null || by === null) return 'Enter numbers for from, to and step.';
  if (by <= 0) return 'The step must be above 0.';
  if (high <= low) return 'The range must end above its start.';
  if (!takesValue(parameter, low) || !takesValue(parameter, high)) return outsideWords(parameter);
  if (parameter.kind === 'whole' && !Number.isInteger(by))
    return 'The step must be a whole number, like the values.';
  const count = stepsOf(low, high, by);
  if (count > STUDY_POINTS_MAX) return `These are more than ${STUDY_POINTS_MAX} values. Use a larger step.`;
  return { axis: { min: low, max: high, step: by }, count };
};

const outsideWords = ({ kind, min, max }: Ranged): string =>
  `The code takes ${kind === 'whole' ? 'whole numbers' : 'numbers'} from ${min} to ${max}.`;

const axisOf = (
  parameter: DeclaredParameter,
  draft: AxisDraft,
): { axis: ParameterAxis; count: number } | string => {
  if (!('min' in parameter)) {
    const values = choicesOf(parameter).filter((choice) => draft.chosen.includes(choice));
    return values.length === 0 ? 'Choose at least one.' : { axis: { values }, count: values.length };
  }
  if (draft.mode === 'range') return rangeOf(parameter, draft);
  const values = listOf(
    draft.list,
    (value) => (takesValue(parameter, value) ? null : outsideWords(parameter)),
    STUDY_POINTS_MAX,
  );
  if (typeof values === 'string') return values;
  return values.length === 0 ? NUMBER_WANTED : { axis: { values }, count: values.length };
};

const percentsOf = (text: string, most: number): number[] | string =>
  listOf(text, (value) => (value >= 0 && value <= most ? null : `From 0 to ${most} percent.`), LISTED_MAX);

const portfoliosOf = (text: string): string[][] | string => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  if (lines.length > PORTFOLIOS_MAX) return `At most ${PORTFOLIOS_MAX} portfolios.`;
  const portfolios = lines.map((line) => portfolioOf(partsOf(line.toUpperCase())));
  return portfolios.filter(
    (one, place) => portfolios.findIndex((other) => other.join() === one.join()) === place,
  );
};

/** Only what varies is an axis: a single value would be the panel's or another, unseen. */
const settingsOf = (
  draft: StudyDraft,
  note: (field: string, read: readonly unknown[] | string) => boolean,
) => {
  const settings: SettingsAxes = {};
  const fees = percentsOf(draft.fees, PERCENT_LIMITS.fees);
  if (note('fees', fees)) settings.fees = { values: (fees as number[]).map(fractionOf) };
  const slippage = percentsOf(draft.slippage, PERCENT_LIMITS.slippage);
  if (note('slippage', slippage)) settings.slippage = { values: (slippage as number[]).map(fractionOf) };
  const band = percentsOf(draft.driftBand, PERCENT_LIMITS.driftBand);
  if (note('driftBand', band)) settings.drift_band_percent = { values: band as number[] };
  const ends = DRIFT_BAND_ENDS.filter((end) => draft.bandEnds.includes(end));
  if (note('bandEnds', ends)) settings.drift_band_to = { values: ends };
  const calendars = REBALANCE_CALENDARS.filter((calendar) => draft.calendars.includes(calendar));
  if (note('calendars', calendars)) settings.rebalance_every = { values: calendars };
  const intervals = TIMEFRAMES.filter((interval) => draft.intervals.includes(interval));
  if (note('intervals', intervals)) settings.timeframe = { values: intervals };
  const portfolios = portfoliosOf(draft.portfolios);
  if (note('portfolios', portfolios)) settings.portfolio = { values: portfolios as string[][] };
  return settings;
};

const windowsOf = (draft: StudyDraft, problems: Problems): StudyPlan['walk_forward'] => {
  if (draft.windows === 'off') return undefined;
  const read = {
    trainBars: wholeOf(draft.trainBars, STUDY_TRAIN_BARS_MIN, STUDY_WINDOW_BARS_MAX),
    testBars: wholeOf(draft.testBars, STUDY_TEST_BARS_MIN, STUDY_WINDOW_BARS_MAX),
    embargoBars: wholeOf(draft.embargoBars, 0, STUDY_EMBARGO_BARS_MAX),
  };
  for (const [field, value] of Object.entries(read)) if (typeof value === 'string') problems[field] = value;
  return {
    kind: draft.windows,
    train_bars: Number(read.trainBars),
    test_bars: Number(read.testBars),
    embargo_bars: Number(read.embargoBars),
    metric: draft.metric,
  };
};

/** The plan that is typed; the server says if it is too large. */
export const planOf = (declared: readonly DeclaredParameter[], draft: StudyDraft): ReadPlan => {
  const problems: Problems = {};
  const counts: Record<string, number> = {};
  const parameters: StudyPlan['parameters'] = {};
  for (const parameter of declared) {
    const axis = draft.axes[parameter.name];
    if (!axis || axis.mode === 'fixed') continue;
    const read = axisOf(parameter, axis);
    if (typeof read === 'string') problems[axisField(parameter.name)] = read;
    else {
      parameters[parameter.name] = read.axis;
      counts[axisField(parameter.name)] = read.count;
    }
  }
  const settings = settingsOf(draft, (field, read) => {
    if (typeof read === 'string') problems[field] = read;
    else if (read.length > 1) counts[field] = read.length;
    return typeof read !== 'string' && read.length > 1;
  });
  const { isDrawn, isSearch } = STUDY_METHOD_FACTS[draft.method];
  const points = wholeOf(draft.points, 1, STUDY_POINTS_MAX);
  const seed = wholeOf(draft.seed, 0, SEED_MAX);
  if (isDrawn && typeof points === 'string') problems.points = points;
  if (isDrawn && typeof seed === 'string') problems.seed = seed;
  const windows = isSearch ? undefined : windowsOf(draft, problems);
  if (Object.keys(problems).length > 0) return { plan: null, problems, counts };
  return {
    problems,
    counts,
    plan: {
      method: draft.method,
      parameters,
      settings,
      seed: isDrawn ? Number(seed) : 0,
      ...(isDrawn && { points: Number(points) }),
      ...(isSearch && { goal: draft.goal }),
      ...(windows && { walk_forward: windows }),
    },
  };
};

/** How many windows fit into a range of so many bars. */
export const windowsIn = (bars: number, { trainBars, testBars, embargoBars }: StudyDraft): number => {
  const [train, test, embargo] = [trainBars, testBars, embargoBars].map(Number) as [number, number, number];
  return test > 0 ? Math.max(0, Math.floor((bars - train - embargo) / test)) : 0;
};
