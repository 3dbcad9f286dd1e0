// What is known of an order whose one request did not bring a report: definitely not there, or unknown.
import type { OrderOutcome } from './exchange-account.ts';

/** What was seen of the request. */
export type FailedOrder = {
  /** Whether a connection stood on which the request may have gone out. */
  readonly wasSent: boolean;
  /** Of the answer; undefined when there was none. */
  readonly status: number | undefined;
  readonly body: string | undefined;
  readonly error: string;
};

/**
 * Codes of Binance with which the order may still have been accepted: unknown error, disconnected, busy, unexpected
 * response, time-out behind the edge, overload, shutting down.
 */
const AMBIGUOUS_CODES: ReadonlySet<number> = new Set([-1000, -1001, -1004, -1006, -1007, -1008, -1016]);
/** Codes of Binance about keys: their format, their rights or address, and the signature. */
const KEY_CODES: ReadonlySet<number> = new Set([-2014, -2015, -1022]);
/** The exchange counts requests before it looks at them. */
const LIMITED_STATUS: ReadonlySet<number> = new Set([418, 429]);
/** It has an open order of this client id: from a request of ours whose outcome we never saw. */
const DUPLICATE = /duplicate order/i;
const REASON_LENGTH_MAX = 300;

/**
 * By Binance's rules: 4xx with a code says that the request was refused; 5xx, no answer and an answer that cannot be
 * read say nothing, and must never count as refused.
 */
export const outcomeOf = ({ wasSent, status, body, error }: FailedOrder): OrderOutcome => {
  if (!wasSent) return { kind: 'refused-locally', reason: brief(error) };
  if (status === undefined) return { kind: 'unknown', reason: brief(`no answer: ${error}`) };
  if (LIMITED_STATUS.has(status)) return { kind: 'rejected', reason: `too many requests (${status})` };
  if (status < 400 || status >= 500)
    return { kind: 'unknown', reason: brief(`answer with status ${status}: ${body ?? ''}`) };
  const refusal = refusalIn(body);
  if (!refusal) return { kind: 'unknown', reason: brief(`answer with status ${status}: ${body ?? ''}`) };
  const reason = brief(`${refusal.msg} (${refusal.code})`);
  const isOpen = AMBIGUOUS_CODES.has(refusal.code) || DUPLICATE.test(refusal.msg);
  if (isOpen) return { kind: 'unknown', reason };
  return { kind: 'rejected', reason, ...(KEY_CODES.has(refusal.code) && { isForKeys: true }) };
};

const refusalIn = (body: string | undefined): { code: number; msg: string } | undefined => {
  try {
    const { code, msg } = JSON.parse(body ?? '') as { code?: unknown; msg?: unknown };
    return typeof code === 'number' && code < 0 ? { code, msg: String(msg ?? '') } : undefined;
  } catch {
    return undefined;
  }
};

const brief = (text: string): string => text.slice(0, REASON_LENGTH_MAX);
