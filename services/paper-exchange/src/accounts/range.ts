// The part of an account's history that a request asks for.
import { refuse } from '../requests/api-error.ts';
import type { Parameters } from '../requests/parameters.ts';

const LIMIT_DEFAULT = 500;
const LIMIT_MAX = 1_000;
const SPAN_MS_MAX = 86_400_000;

interface Range {
  readonly startMs: number | undefined;
  readonly endMs: number | undefined;
  readonly limit: number;
}

export const readRange = (parameters: Parameters): Range => {
  const startMs = parameters.wholeNumber('startTime');
  const endMs = parameters.wholeNumber('endTime');
  const limit = parameters.wholeNumber('limit') ?? LIMIT_DEFAULT;
  if (limit < 1) throw refuse.invalid('limit');
  if (startMs !== undefined && endMs !== undefined && endMs - startMs > SPAN_MS_MAX) throw refuse.span();
  return { startMs, endMs, limit: Math.min(limit, LIMIT_MAX) };
};

/** Entries from number `fromId` or from the start, the oldest first; without either the newest. */
export const within = <T extends { readonly atMs: number }>(
  entries: readonly T[],
  range: Range,
  from: { readonly id: number | undefined; readonly of: (entry: T) => number },
): T[] => {
  const { startMs, endMs, limit } = range;
  const fromId = from.id;
  const chosen = entries.filter(
    (entry) =>
      (fromId === undefined || from.of(entry) >= fromId) &&
      (startMs === undefined || entry.atMs >= startMs) &&
      (endMs === undefined || entry.atMs <= endMs),
  );
  const isFromStart = fromId !== undefined || startMs !== undefined;
  return isFromStart ? chosen.slice(0, limit) : chosen.slice(-limit);
};
