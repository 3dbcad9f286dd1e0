// How long ago an instant was, or how soon it comes, in few words: '5 min ago', 'in 3 h'.

const MINUTE_MS = 60_000;
const UNITS = [
  { name: 'min', ms: MINUTE_MS, upTo: 90 * MINUTE_MS },
  { name: 'h', ms: 60 * MINUTE_MS, upTo: 48 * 60 * MINUTE_MS },
  { name: 'days', ms: 24 * 60 * MINUTE_MS, upTo: Number.POSITIVE_INFINITY },
] as const;

/** For what has happened: a clock that lags behind never makes it lie ahead. */
export const pastTime = (at: string | null, nowMs: number, none: string): string =>
  relativeTime(at, Math.max(nowMs, Date.parse(at ?? '') || nowMs), none);

/** `none` is for an unknown instant, or one that never happened. */
export const relativeTime = (at: string | null, nowMs: number, none: string): string => {
  const distance = Date.parse(at ?? '') - nowMs;
  if (Number.isNaN(distance)) return none;
  const length = Math.abs(distance);
  if (length < MINUTE_MS) return distance > 0 ? 'in less than 1 min' : 'just now';
  const { name, ms } = UNITS.find(({ upTo }) => length < upTo) ?? UNITS[2];
  const words = `${Math.round(length / ms)} ${name}`;
  return distance > 0 ? `in ${words}` : `${words} ago`;
};
