// The order of a study's points in their table.
import type { Metric } from '../study-metrics.ts';

/** A place in the list of axes, a figure, or the order in which the study computes them. */
export type OrderBy = number | Metric | 'plateau' | 'index';
export type PointOrder = { readonly by: OrderBy; readonly isDescending: boolean };

export const FIRST_ORDER: PointOrder = { by: 'index', isDescending: false };

/** Figures begin with the highest, values and numbers with the lowest; pressed again, the order turns round. */
export const orderAfter = (before: PointOrder, by: OrderBy): PointOrder =>
  before.by === by
    ? { by, isDescending: !before.isDescending }
    : { by, isDescending: typeof by === 'string' && by !== 'index' };

/** The places of `values` in order; what has no value comes last either way, and ties stay as they were. */
export const orderedPlaces = (values: readonly (number | null)[], isDescending: boolean): Uint32Array =>
  Uint32Array.from(values.keys()).sort((one, other) => {
    const [a, b] = [values[one] ?? null, values[other] ?? null];
    if (a === null || b === null) return a === b ? one - other : a === null ? 1 : -1;
    return (isDescending ? b - a : a - b) || one - other;
  });
