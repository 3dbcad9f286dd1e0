// The points of a study: every value of its axes, or some that are drawn, each a distinct run.
import {
  calendarOf,
  type DeclaredParameter,
  isRefusal,
  keptMoney,
  keptPolicy,
  type ParameterAxis,
  type ParameterValue,
  type ParameterValues,
  type PointSettings,
  parametersOf,
  portfolio as portfolioForm,
  type Refusal,
  type RunSettings,
  refuse,
  STUDY_AXIS_VALUES_MAX,
  STUDY_POINTS_MAX,
  type StudyAxis,
  type StudyPlan,
  unknownCoin,
} from '@tradeium/contracts';
import { spreadNumbers } from './spread-numbers.ts';
import { canonicalTrial } from './trial-content.ts';

/** How many points are drawn where a plan does not say. */
const POINTS_DEFAULT = 100;
/** A draw that finds only known points stops: the axes have hardly any others. */
const DRAWS_A_POINT_MAX = 50;

type AxisValue = StudyAxis['values'][number];
export type PlannedPoint = {
  /** The value of every parameter that the strategy declares. */
  readonly parameters: ParameterValues;
  /** The settings in which it differs from the study's. */
  readonly settings: PointSettings;
};

/** The decimals of a number as it is written: 2 for 0.25, 0 for 5. */
const decimalsOf = (value: number): number => {
  const [digits = '', exponent = '0'] = String(value).split('e');
  return Math.max(0, (digits.split('.')[1] ?? '').length - Number(exponent));
};

/** The values of a range as decimals: min + k × step, without binary dust such as 0.30000000000000004. */
const valuesOfRange = ({
  min,
  max,
  step,
}: {
  min: number;
  max: number;
  step: number;
}): number[] | Refusal => {
  if (min > max) return refuse('STUDY_AXIS_INVALID');
  const count = Math.floor((max - min) / step + 1e-9) + 1;
  if (count > STUDY_AXIS_VALUES_MAX)
    return refuse('STUDY_TOO_LARGE', { limit: STUDY_POINTS_MAX, points: count });
  const decimals = Math.min(20, Math.max(decimalsOf(min), decimalsOf(step)));
  return Array.from({ length: count }, (_, at) => Number((min + at * step).toFixed(decimals)));
};

const distinct = <Value>(values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

const parameterAxis = (name: string, axis: ParameterAxis): StudyAxis | Refusal => {
  const values: ParameterValue[] | Refusal = 'values' in axis ? axis.values : valuesOfRange(axis);
  return isRefusal(values) ? values : { kind: 'parameter', name, values: distinct(values) };
};

const portfolioRefusal = (portfolio: readonly string[]): Refusal | undefined => {
  if (!portfolioForm.safeParse(portfolio).success) return refuse('PORTFOLIO_INVALID');
  const coin = unknownCoin(portfolio);
  return coin === undefined ? undefined : refuse('UNKNOWN_COIN', { coin });
};

/** The axes of a plan in its order, each with its distinct values. */
export const axesOf = (plan: StudyPlan): StudyAxis[] | Refusal => {
  const axes: StudyAxis[] = [];
  for (const [name, axis] of Object.entries(plan.parameters)) {
    const parameter = parameterAxis(name, axis);
    if (isRefusal(parameter)) return parameter;
    axes.push(parameter);
  }
  for (const [name, axis] of Object.entries(plan.settings)) {
    if (axis) axes.push({ kind: 'setting', name, values: distinct<AxisValue>(axis.values) });
  }
  return axes.some(({ values }) => values.length > 1) ? axes : refuse('STUDY_WITHOUT_AXES');
};

/** The first value that no run takes. */
const axesRefusal = (
  axes: readonly StudyAxis[],
  declared: readonly DeclaredParameter[],
): Refusal | undefined => {
  for (const { kind, name, values } of axes) {
    for (const value of values) {
      if (kind === 'setting' && name !== 'portfolio') break;
      const fits = Array.isArray(value) ? portfolioRefusal(value) : parametersOf(declared, { [name]: value });
      if (isRefusal(fits)) return fits;
    }
  }
  return undefined;
};

/** Settings of a point come from outside as they may be absent; none is undefined. */
const chosenIn = (settings: PointSettings): Partial<RunSettings> => settings as Partial<RunSettings>;

/** The settings of a point's run. */
export const settingsOfPoint = (
  settings: RunSettings,
  point: Pick<PlannedPoint, 'settings'>,
): RunSettings => {
  const { portfolio, timeframe, fees, start_date, end_date, ...chosen } = {
    ...settings,
    ...chosenIn(point.settings),
  };
  const policy = { ...chosen, rebalance_every: calendarOf({ ...chosen, timeframe }) };
  return { portfolio, timeframe, fees, start_date, end_date, ...keptMoney(chosen), ...keptPolicy(policy) };
};

/** The places on the axes of every point of a grid, the last axis changing fastest. */
const placesOfGrid = (sizes: readonly number[]): number[][] =>
  sizes.reduce<number[][]>(
    (places, size) => places.flatMap((place) => Array.from({ length: size }, (_, at) => [...place, at])),
    [[]],
  );

/**
 * Places that are drawn, in the order of drawing, without repetition: random ones, or ones that a Halton sequence
 * spreads evenly (Halton 1960, shifted at random as by Cranley and Patterson 1976).
 */
const drawnPlaces = ({ method, seed }: StudyPlan, sizes: readonly number[], count: number): number[][] => {
  const draw = spreadNumbers(method === 'random' ? 'random' : 'even', sizes.length, seed);
  const drawn = new Map<string, number[]>();
  for (let draws = 0; drawn.size < count && draws < count * DRAWS_A_POINT_MAX; draws += 1) {
    const numbers = draw();
    const place = sizes.map((size, axis) => Math.floor((numbers[axis] as number) * size));
    drawn.set(place.join(), place);
  }
  return [...drawn.values()];
};

const pointAt = (
  axes: readonly StudyAxis[],
  place: readonly number[],
  base: ParameterValues,
): PlannedPoint => {
  const chosen = (kind: StudyAxis['kind']) =>
    Object.fromEntries(
      axes.flatMap((axis, at) =>
        axis.kind === kind ? [[axis.name, axis.values[place[at] as number]] as const] : [],
      ),
    );
  return {
    parameters: { ...base, ...(chosen('parameter') as ParameterValues) },
    settings: chosen('setting') as PointSettings,
  };
};

type Studied = {
  readonly plan: StudyPlan;
  readonly declared: readonly DeclaredParameter[];
  /** Values of parameters that are not varied. */
  readonly fixed: ParameterValues;
  readonly settings: RunSettings;
};

/**
 * The points of a study, drawn once, so that every later step has the same list. Points that are the same trial,
 * such as two ends of a band of no width or two orders of the same coins, are one. Refused where there are more than a study may have.
 */
export const pointsOf = ({ plan, declared, fixed, settings }: Studied): PlannedPoint[] | Refusal => {
  if (Object.keys(plan.parameters).some((name) => Object.hasOwn(fixed, name)))
    return refuse('STUDY_AXIS_INVALID');
  // Names first: a range of a parameter that is not declared is not worth counting.
  const undeclared = Object.keys(plan.parameters).find((name) => !declared.some((one) => one.name === name));
  if (undeclared !== undefined) return refuse('PARAMETER_UNKNOWN', { name: undeclared });
  const axes = axesOf(plan);
  if (isRefusal(axes)) return axes;
  const refusal = axesRefusal(axes, declared);
  if (refusal) return refusal;
  const base = parametersOf(declared, fixed);
  if (isRefusal(base)) return base;
  const sizes = axes.map(({ values }) => values.length);
  const size = sizes.reduce((product, count) => product * count, 1);
  if (plan.method === 'grid' && size > STUDY_POINTS_MAX)
    return refuse('STUDY_TOO_LARGE', { limit: STUDY_POINTS_MAX, points: size });
  const count = Math.min(plan.points ?? POINTS_DEFAULT, size);
  const points = placesOf(plan, sizes, size, count).map((place) => pointAt(axes, place, base.values));
  const found = new Map<string, PlannedPoint>();
  for (const point of points) {
    const { parameters } = point;
    const key = canonicalTrial({ code: '', settings: settingsOfPoint(settings, point), parameters });
    if (!found.has(key)) found.set(key, point);
  }
  return found.size > 1 || count === 1 ? [...found.values()] : refuse('STUDY_WITHOUT_AXES');
};

/** The places of a grid, or so many that are drawn. */
const placesOf = (plan: StudyPlan, sizes: readonly number[], size: number, count: number): number[][] => {
  if (plan.method === 'grid') return placesOfGrid(sizes);
  const drawn = drawnPlaces(plan, sizes, count);
  // A draw of nearly all would look for the last ones for long.
  if (drawn.length === count || size > STUDY_POINTS_MAX) return drawn;
  const known = new Set(drawn.map(String));
  const others = placesOfGrid(sizes).filter((place) => !known.has(String(place)));
  return [...drawn, ...shuffled(others, plan.seed)].slice(0, count);
};

const shuffled = <Item>(items: readonly Item[], seed: number): Item[] => {
  const draw = spreadNumbers('random', 1, seed);
  return items
    .map((item) => ({ item, order: draw()[0] as number }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
};
