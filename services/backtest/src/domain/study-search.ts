// The search of a study for points that are good by its goal: what is proposed next, from the figures so far.
import { isRefusal, placesOn, type RunSettings, type StudyPlan, surfaceAxes } from '@tradeium/contracts';
import { proposePlaces } from './propose-places.ts';
import { axesOf, type PlannedPoint, pointAt, trialKeyOf } from './study-points.ts';

/** A round is this share of all points, within these numbers: each looks at the figures of those before. */
const ROUND_SHARE = 1 / 12;
const ROUND_MIN = 4;
const ROUND_MAX = 50;

/** How many of so many points are proposed next. */
const roundOf = (total: number, known: number): number =>
  Math.min(total - known, ROUND_MAX, Math.max(ROUND_MIN, Math.ceil(ROUND_SHARE * total)));

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
  const axes = surfaceAxes(planned);
  const placeOf = placesOn(axes, { settings });
  const pointOf = (place: readonly number[]) => pointAt(axes, place, first.point);
  const places = proposePlaces({
    axes: axes.map(({ values, isOrdered }) => ({ size: values.length, isOrdered })),
    observations: searched.map(({ point, figure }) => ({ place: placeOf(point), figure })),
    count: roundOf(total, searched.length),
    // Each round has draws of its own.
    seed: plan.seed + searched.length,
    keyOf: (place) => trialKeyOf(settings, pointOf(place)),
  });
  return places.map(pointOf);
};
