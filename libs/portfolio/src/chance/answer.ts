// A figure that may have no sensible value: then the reason stands in its place, as a sentence.

export type Answer<Figures> =
  | { readonly figures: Figures; readonly reason: null }
  | { readonly figures: null; readonly reason: string };

export const known = <Figures>(figures: Figures): Answer<Figures> => ({ figures, reason: null });

export const without = (reason: string): Answer<never> => ({ figures: null, reason });

/** Fewer days (weeks, for weekly bars) say nothing of a year. */
export const PERIODS_MIN = 30;

/** The reason why a run of so few days, or weeks, has no answer; null for one that is long enough. */
export const tooShort = (periods: number, periodsPerYear: 365 | 52): string | null =>
  periods >= PERIODS_MIN
    ? null
    : `The range has ${periods} ${periodsPerYear === 52 ? 'weeks' : 'days'}, and at least ${PERIODS_MIN} are needed.`;

/** How much work of a kind is done: so many draws fit into it, between a fewest and a most. */
export type Budget = { readonly cells: number; readonly fewest: number; readonly most: number };

/** `cells`: of one draw. */
export const drawsWithin = ({ cells, fewest, most }: Budget, cellsOfDraw: number): number =>
  Math.min(Math.max(Math.floor(cells / cellsOfDraw), fewest), most);
