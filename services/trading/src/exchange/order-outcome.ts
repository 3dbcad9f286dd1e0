// What is known of an order whose one request did not bring a report: definitely not there, or unknown.
import type { OrderOutcome } from './exchange-account.ts';
import type { ExchangeDialect } from './exchange-dialect.ts';

/** What was seen of the request. */
export type FailedOrder = {
  /** Whether a connection stood on which the request may have gone out. */
  readonly wasSent: boolean;
  /** Of the answer; undefined when there was none. */
  readonly status: number | undefined;
  readonly body: string | undefined;
  readonly error: string;
};

/** The exchange counts requests before it looks at them. */
const LIMITED_STATUS: ReadonlySet<number> = new Set([418, 429]);
const REASON_LENGTH_MAX = 300;

/**
 * 4xx in the exchange's own words may say that the request was refused; 5xx, no answer and an answer that cannot be read
 * say nothing, and must never count as refused.
 */
export const outcomeOf = (
  { wasSent, status, body, error }: FailedOrder,
  { refusalIn }: Pick<ExchangeDialect, 'refusalIn'>,
): OrderOutcome => {
  if (!wasSent) return { kind: 'refused-locally', reason: brief(error) };
  if (status === undefined) return { kind: 'unknown', reason: brief(`no answer: ${error}`) };
  if (LIMITED_STATUS.has(status)) return { kind: 'rejected', reason: `too many requests (${status})` };
  const refusal = status >= 400 && status < 500 ? refusalIn(body ?? '') : undefined;
  if (!refusal) return { kind: 'unknown', reason: brief(`answer with status ${status}: ${body ?? ''}`) };
  const reason = brief(refusal.reason);
  if (refusal.meaning === 'unknown') return { kind: 'unknown', reason };
  return { kind: 'rejected', reason, ...(refusal.meaning === 'keys-refused' && { isForKeys: true }) };
};

const brief = (text: string): string => text.slice(0, REASON_LENGTH_MAX);
