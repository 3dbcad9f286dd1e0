// Applies a request's faults: before it is processed, while it is processed, and to its answer.
import type { ServerResponse } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Twists } from '../accounts/desk.ts';
import { ApiError, refuse } from '../requests/api-error.ts';
import type { FaultName, FaultOrder } from './faults.ts';

/** How a request ends that gets no answer of its own: never, by a cut connection, or as a page of HTML. */
export type Ending = 'silence' | 'cut' | 'page';

const SLOW_MS = 2_000;
const UNAVAILABLE = 503;
const PARTIAL_PERCENT = 50;
const RETRY_SECONDS = 1;
const BAN_SECONDS = 60;
const REFUSED_CODE = -2010;

const find = (faults: readonly FaultOrder[], name: FaultName) => faults.find(({ fault }) => fault === name);

/** Delays or refuses the request, or says how it ends; undefined lets it be processed. */
export const beforeAccept = async (
  faults: readonly FaultOrder[],
  response: ServerResponse,
  nowMs: number,
): Promise<Ending | undefined> => {
  const slow = find(faults, 'slow');
  if (slow) await delay(slow.number ?? SLOW_MS);
  const limited = find(faults, 'rate-limit');
  if (limited) {
    response.setHeader('Retry-After', limited.number ?? RETRY_SECONDS);
    throw refuse.rateLimited(0);
  }
  const ban = find(faults, 'ban');
  if (ban) {
    const seconds = ban.number ?? BAN_SECONDS;
    response.setHeader('Retry-After', seconds);
    throw refuse.banned(nowMs + seconds * 1_000);
  }
  if (find(faults, 'restricted')) throw refuse.restricted();
  if (find(faults, 'stale-timestamp')) throw refuse.late();
  const refused = find(faults, 'refused');
  if (refused) throw new ApiError(refused.number ?? REFUSED_CODE, refused.message ?? '');
  const error = find(faults, 'error-before-accept');
  if (error) throw refuse.busy(error.number ?? UNAVAILABLE);
  if (find(faults, 'cut-before-accept')) return 'cut';
  return find(faults, 'time-out-before-accept') ? 'silence' : undefined;
};

/** Replaces the answer of a processed request; undefined leaves it as it is. */
export const afterAccept = (faults: readonly FaultOrder[]): Ending | undefined => {
  const error = find(faults, 'error-after-accept');
  if (error) throw refuse.busy(error.number ?? UNAVAILABLE);
  if (find(faults, 'cut-after-accept')) return 'cut';
  if (find(faults, 'unreadable-answer')) return 'page';
  return find(faults, 'time-out-after-accept') ? 'silence' : undefined;
};

export const twistsOf = (faults: readonly FaultOrder[]): Twists => {
  const partial = find(faults, 'partial-fill');
  const late = find(faults, 'fill-after-cancel');
  return {
    partialFill: partial && (partial.number ?? PARTIAL_PERCENT),
    isUnfilled: find(faults, 'unfilled') !== undefined,
    fillAfterCancel: late !== undefined,
    laterMs: (late ?? partial)?.later_ms ?? 0,
  };
};

/** The answer with every fill twice, if that is the fault. */
export const withDuplicates = (faults: readonly FaultOrder[], body: unknown): unknown => {
  if (!find(faults, 'duplicate-fill')) return body;
  const twice = (list: readonly unknown[]) => list.flatMap((entry) => [entry, entry]);
  if (Array.isArray(body)) return twice(body);
  const { fills } = body as { fills?: readonly unknown[] };
  return fills ? { ...(body as object), fills: twice(fills) } : body;
};

/** The answer with what its orders traded as not available, which the exchange writes as a negative amount. */
export const withoutQuotes = (body: unknown): unknown => {
  if (Array.isArray(body)) return body.map(withoutQuotes);
  const isOrder = typeof body === 'object' && body !== null && 'cummulativeQuoteQty' in body;
  return isOrder ? { ...body, cummulativeQuoteQty: '-1.00000000' } : body;
};
