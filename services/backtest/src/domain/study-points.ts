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
  STUDY_METHOD_FACTS,
  STUDY_POINTS_MAX,
  type StudyAxis,
  type StudyPlan,
  unknownCoin,
} from '@tradeium/contracts';
import { everyPlace } from './propose-places.ts';
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

type Range = Extract<ParameterAxis, { step: number }>;

const axisInvalid = (problem: string): Refusal => refuse('STUDY_AXIS_INVALID', { problem });

/** The values of a range as decimals: min + k × step, without binary dust such as 0.30000000000000004. */
const valuesOfRange = (name: string, { min, max, step }: Range): number[] | Refusal => {
  if (min > max) return axisInvalid(`the range of ${name} ends below its beginning`);
  const count = Math.floor((max - min) / step + 1e-9) + 1;
  if (count > STUDY_AXIS_VALUES_MAX)
    return axisInvalid(
      `the range of ${name} has ${count} values, at most ${STUDY_AXIS_VALUES_MAX} are varied. Use a larger step`,
    );
  const decimals = Math.min(20, Math.max(decimalsOf(min), decimalsOf(step)));
  return Array.from({ length: count }, (_, at) => Number((min + at * step).toFixed(decimals)));
};

const distinct = <Value>(values: readonly Value[]): Value[] => [
  ...new Map(values.map((value) => [JSON.stringify(value), value])).values(),
];

const parameterAxis = (name: string, axis: ParameterAxis): StudyAxis | Refusal => {
  const values: ParameterValue[] | Refusal = 'values' in axis ? axis.values : valuesOfRange(name, axis);
  return isRefusal(values) ? values : { kind: 'parameter', name, values: distinct(values) };
};

const portfolioRefusal = (portfolio: readonly string[]): Refusal | undefined => {
  if (!portfolioForm.safeParse(portfolio).success) return refuse('PORTFOLIO_INVALID');
  const coin = unknownCoin(portfolio);
  return coin === undefined ? undefined : refuse('UNKNOWN_COIN', { coin });
};

const isVaried = ({ values }: StudyAxis): boolean => values.length > 1;

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
  return axes.some(isVaried) ? axes : refuse('STUDY_WITHOUT_AXES');
};

/** The settings that a strategy's weights depend on; the others say how these are traded, and for which costs. */
const WEIGHT_SETTINGS = ['portfolio', 'timeframe'] as const;

export const weightSettingsOf = ({
  portfolio,
  timeframe,
}: RunSettings): Pick<RunSettings, (typeof WEIGHT_SETTINGS)[number]> => ({ portfolio, timeframe });

/** True where points may have the same weights and trade them in different ways, or for different costs. */
export const variesPolicy = (plan: StudyPlan): boolean => {
  const axes = axesOf(plan);
  if (isRefusal(axes)) return false;
  return axes.some(
    (axis) =>
      axis.kind === 'setting' && !WEIGHT_SETTINGS.some((name) => name === axis.name) && isVaried(axis),
  );
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

/** The point at a place of the axes; `base` has the values that do not vary. */
export const pointAt = (
  axes: readonly StudyAxis[],
  place: readonly number[],
  base: PlannedPoint,
): PlannedPoint => {
  const chosen = (kind: StudyAxis['kind']) =>
    Object.fromEntries(
      axes.flatMap((axis, at) =>
        axis.kind === kind ? [[axis.name, axis.values[place[at] as number]] as const] : [],
      ),
    );
  return {
    parameters: { ...base.parameters, ...(chosen('parameter') as ParameterValues) },
    settings: { ...base.settings, ...(chosen('setting') as PointSettings) },
  };
};

type Studied = {
  readonly plan: StudyPlan;
  readonly declared: readonly DeclaredParameter[];
  /** Values of parameters that are not varied. */
  readonly fixed: ParameterValues;
  readonly settings: RunSettings;
};

/** The axes along which a study varies and the point of all other values, or why no run takes a value of it. */
const spaceOf = ({
  plan,
  declared,
  fixed,
}: Studied): { readonly axes: readonly StudyAxis[]; readonly base: PlannedPoint } | Refusal => {
  const twice = Object.keys(plan.parameters).find((name) => Object.hasOwn(fixed, name));
  if (twice !== undefined) return axisInvalid(`${twice} is both varied and fixed`);
  // Names first: a range of a parameter that is not declared is not worth counting.
  const undeclared = Object.keys(plan.parameters).find((name) => !declared.some((one) => one.name === name));
  if (undeclared !== undefined) return refuse('PARAMETER_UNKNOWN', { name: undeclared });
  const axes = axesOf(plan);
  if (isRefusal(axes)) return axes;
  const refusal = axesRefusal(axes, declared);
  if (refusal) return refusal;
  const usual = parametersOf(declared, fixed);
  if (isRefusal(usual)) return usual;
  const [varied, single] = [axes.filter(isVaried), axes.filter((axis) => !isVaried(axis))];
  const base = pointAt(
    single,
    single.map(() => 0),
    { parameters: usual.values, settings: {} },
  );
  return { axes: varied, base };
};

/** Equal for points that are the same trial, such as two ends of a band of no width or two orders of the same coins. */
export const trialKeyOf = (settings: RunSettings, point: PlannedPoint): string =>
  canonicalTrial({
    code: '',
    settings: settingsOfPoint(settings, point),
    parameters: point.parameters,
  });

/** A search begins with this share of its points, which are spread evenly, within these numbers. */
const FIRST_SHARE = 0.25;
const FIRST_MIN = 10;
const FIRST_MAX = 100;

/** How many of the points of a search are drawn before it looks at figures. */
const firstOf = (points: number): number =>
  Math.min(points, FIRST_MAX, Math.max(FIRST_MIN, Math.ceil(FIRST_SHARE * points)));

export type PlannedPoints = {
  /** Drawn once, so that every later step has the same list; those that a search begins with. */
  readonly points: readonly PlannedPoint[];
  /** How many are computed; a search proposes the others, and so many at most. */
  readonly total: number;
};

/** The points of a study, each another trial. Refused where there are more than a study may have. */
export const pointsOf = (studied: Studied): PlannedPoints | Refusal => {
  const space = spaceOf(studied);
  if (isRefusal(space)) return space;
  const { plan, settings } = studied;
  const { axes, base } = space;
  const { isDrawn, isSearch } = STUDY_METHOD_FACTS[plan.method];
  const sizes = axes.map(({ values }) => values.length);
  const size = sizes.reduce((product, count) => product * count, 1);
  if (!isDrawn && size > STUDY_POINTS_MAX)
    return refuse('STUDY_TOO_LARGE', { limit: STUDY_POINTS_MAX, points: size });
  const distinctAt = (places: Iterable<readonly number[]>, most: number): PlannedPoint[] => {
    const found = new Map<string, PlannedPoint>();
    for (const place of places) {
      const point = pointAt(axes, place, base);
      const key = trialKeyOf(settings, point);
      if (!found.has(key)) found.set(key, point);
      if (found.size === most) break;
    }
    return [...found.values()];
  };
  const count = Math.min(plan.points ?? POINTS_DEFAULT, size);
  const first = !isDrawn ? size : isSearch ? firstOf(count) : count;
  const points = distinctAt(placesOf(plan, sizes, size, first), first);
  if (points.length < 2 && count > 1) return refuse('STUDY_WITHOUT_AXES');
  if (!isSearch) return { points, total: points.length };
  const inAll = size > STUDY_POINTS_MAX ? count : distinctAt(everyPlace(sizes), count).length;
  return { points, total: inAll };
};

/**
 * The places of a grid. Or places in the order of drawing, without repetition: random ones, or ones that a Halton sequence
 * spreads evenly (Halton 1960, shifted at random as by Cranley and Patterson 1976), for `count` distinct points; of axes with
 * few places all others follow, as a draw would look for the last ones for long.
 */
function* placesOf(
  { method, seed }: StudyPlan,
  sizes: readonly number[],
  size: number,
  count: number,
): Generator<readonly number[]> {
  if (!STUDY_METHOD_FACTS[method].isDrawn) return yield* everyPlace(sizes);
  const draw = spreadNumbers(method === 'random' ? 'random' : 'even', sizes.length, seed);
  const known = new Set<string>();
  for (let draws = 0; draws < count * DRAWS_A_POINT_MAX && known.size < size; draws += 1) {
    const numbers = draw();
    const place = sizes.map((values, axis) => Math.floor((numbers[axis] as number) * values));
    if (known.has(String(place))) continue;
    known.add(String(place));
    yield place;
  }
  if (size > STUDY_POINTS_MAX) return;
  yield* shuffled(
    everyPlace(sizes).filter((place) => !known.has(String(place))),
    seed,
  );
}

const shuffled = <Item>(items: readonly Item[], seed: number): Item[] => {
  const draw = spreadNumbers('random', 1, seed);
  return items
    .map((item) => ({ item, order: draw()[0] as number }))
    .sort((a, b) => a.order - b.order)
    .map(({ item }) => item);
};
