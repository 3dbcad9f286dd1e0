// The outcome of an order whose one request did not bring a report: definitely not there, or unknown.
import { maskedText } from '@tradeium/service-kit';
import type { OrderOutcome } from './exchange-account.ts';
import type { ExchangeDialect } from './exchange-dialect.ts';
import { STATUSES } from './refusals.ts';

/** A failed order's request, as far as it was seen. */
export type FailedOrder = {
  /** True if our client would never send it. */
  readonly isInvalid: boolean;
  /** True if a connection stood on which the request may have gone out. */
  readonly wasSent: boolean;
  /** Of the answer; undefined when there was none. */
  readonly status: number | undefined;
  readonly body: string | undefined;
  readonly error: string;
};

/** The causes that are refused besides the order itself. */
const CAUSES = { clock: 'clock', 'keys-refused': 'keys', 'account-refused': 'server' } as const;
const REASON_LENGTH_MAX = 300;

/**
 * 4xx in the exchange's own words may say that the request was refused; 5xx, no answer and an answer that cannot be read
 * say nothing, and must never count as refused.
 */
export const outcomeOf = (
  { isInvalid, wasSent, status, body, error }: FailedOrder,
  { refusalIn }: Pick<ExchangeDialect, 'refusalIn'>,
): OrderOutcome => {
  if (isInvalid) return { kind: 'refused-locally', reason: brief(`not sent: ${error}`), isInvalid };
  if (!wasSent) return { kind: 'refused-locally', reason: brief(error) };
  if (status === undefined) return { kind: 'unknown', reason: brief(`no answer: ${error}`) };
  const known = STATUSES[status];
  if (known?.meaning === 'limited') return { kind: 'rejected', reason: `too many requests (${status})` };
  if (known) return { kind: 'rejected', reason: `${known.words} (${status})`, cause: 'server' };
  const refusal = status >= 400 && status < 500 ? refusalIn(body ?? '') : undefined;
  if (!refusal) return { kind: 'unknown', reason: brief(`answer with status ${status}: ${body ?? ''}`) };
  const reason = brief(refusal.reason);
  if (refusal.meaning === 'unknown') return { kind: 'unknown', reason };
  if (refusal.meaning === 'no-order') return { kind: 'rejected', reason };
  return { kind: 'rejected', reason, cause: CAUSES[refusal.meaning] };
};

/** Users read it, so it holds no secrets. */
const brief = (text: string): string => maskedText(text, REASON_LENGTH_MAX);
