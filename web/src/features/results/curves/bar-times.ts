// When the bars of a run's curves open and close.
import type { RunCurves } from './run-curves.ts';

const DAY_MS = 86_400_000;

/** How long a bar is, in ms. */
export const barMsOf = ({ portfolio: { times } }: Pick<RunCurves, 'portfolio'>): number =>
  (times[1] as number) - (times[0] as number);

/** Midnight of the UTC day of a moment. */
export const midnightOf = (ms: number): number => Math.floor(ms / DAY_MS) * DAY_MS;

/** The days of an hourly run have the time of their last hour. */
export const openOf = (ms: number, barMs: number): number => (barMs === DAY_MS ? midnightOf(ms) : ms);

export const closeOf = (ms: number, barMs: number): number => openOf(ms, barMs) + barMs;
