// The search of a study for points that are good by its goal: what is proposed next, from the figures so far.
import {
  isRefusal,
  type RunSettings,
  type StudyAxis,
  type StudyPlan,
  TIMEFRAME_MS,
  type Timeframe,
} from '@tradeium/contracts';
import { proposePlaces } from './propose-places.ts';
import { axesOf, type PlannedPoint, pointAt, trialKeyOf } from './study-points.ts';

/** A round is this share of all points, within these numbers: each looks at the figures of those before. */
const ROUND_SHARE = 1 / 12;
const ROUND_MIN = 4;
const ROUND_MAX = 50;

/** How many of so many points are proposed next. */
const roundOf = (total: number, known: number): number =>
  Math.min(total - known, ROUND_MAX, Math.max(ROUND_MIN, Math.ceil(ROUND_SHARE * total)));

type AxisValue = StudyAxis['values'][number];

const keyOf = (value: unknown): string => JSON.stringify(value) ?? '';

/** An axis with its values in order where they have one; places count along these. */
const inOrder = (axis: StudyAxis) => {
  const isTimeframe = axis.kind === 'setting' && axis.name === 'timeframe';
  const rankOf = (value: AxisValue) => (isTimeframe ? TIMEFRAME_MS[value as Timeframe] : Number(value));
  const isOrdered = isTimeframe || axis.values.every((value) => typeof value === 'number');
  const values = isOrdered ? axis.values.toSorted((one, other) => rankOf(one) - rankOf(other)) : axis.values;
  const places = new Map(values.map((value, place) => [keyOf(value), place]));
  const valueIn = ({ parameters, settings }: PlannedPoint) =>
    axis.kind === 'parameter' ? parameters[axis.name] : settings[axis.name as keyof typeof settings];
  return {
    ...axis,
    values,
    isOrdered,
    size: values.length,
    placeOf: (point: PlannedPoint) => places.get(keyOf(valueIn(point))) ?? 0,
  };
};

/** `figure`: the goal's at this point; null where it failed or has none. */
export type SearchedPoint = { readonly point: PlannedPoint; readonly figure: number | null };

export type Searching = {
  readonly plan: StudyPlan;
  readonly settings: RunSettings;
  /** How many the study has at most. */
  readonly total: number;
  /** All points that are known, which are computed. */
  readonly searched: readonly SearchedPoint[];
};

/** The next points, none of which is the same trial as a known one; none once all are proposed. */
export const nextPoints = ({ plan, settings, total, searched }: Searching): PlannedPoint[] => {
  const [first] = searched;
  const planned = axesOf(plan);
  if (!first || isRefusal(planned)) return [];
  const axes = planned.filter(({ values }) => values.length > 1).map(inOrder);
  const pointOf = (place: readonly number[]): PlannedPoint => {
    const { parameters, settings: own } = pointAt(axes, place, first.point.parameters);
    return { parameters, settings: { ...first.point.settings, ...own } };
  };
  const places = proposePlaces({
    axes,
    observations: searched.map(({ point, figure }) => ({
      place: axes.map(({ placeOf }) => placeOf(point)),
      figure,
    })),
    count: roundOf(total, searched.length),
    // Each round has draws of its own.
    seed: plan.seed + searched.length,
    keyOf: (place) => trialKeyOf(settings, pointOf(place)),
  });
  return places.map(pointOf);
};
