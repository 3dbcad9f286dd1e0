// A failed call, in the one shape and the words that every screen shows.
import type { ErrorCode } from '@tradeium/contracts';

export type Failure = {
  /** The HTTP status, or why there was no answer at all. */
  readonly status: number | 'NETWORK' | 'TIMEOUT';
  readonly message: string;
  readonly code?: ErrorCode;
  /** When it is worth trying again, in seconds from the answer. */
  readonly retryAfterSeconds?: number;
  /** The server said nothing that a reader could use: a screen may have better words. */
  readonly isWordless?: true;
};

const textIn = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The header's seconds, else those that the text names ('... in 27 seconds.'); undefined when there are none. */
const secondsOf = (header: string | null | undefined, message: string | undefined): number | undefined => {
  const seconds = Number(header ?? /\b(\d{1,9}) seconds?\b/.exec(message ?? '')?.[1]);
  return Number.isFinite(seconds) && seconds > 0 ? Math.ceil(seconds) : undefined;
};

/** The text of a 402 that does not say itself what is missing, whatever was refused. */
export const INSUFFICIENT_CREDITS = 'Insufficient VUT credits. Please top up your account to continue.';

const PAYMENT_REQUIRED = 402;

/** The words of an answer's body: `detail`, `detail.message` or `error`; undefined when it has none that a reader could use. */
export const wordsOf = (body: unknown): string | undefined => {
  const detail = fieldOf(body, 'detail');
  return textIn(detail) ?? textIn(fieldOf(detail, 'message')) ?? textIn(fieldOf(body, 'error'));
};

/** A 402 has only `detail.message`, or the same text everywhere. */
const wordsOfStatus = (status: number, body: unknown): string | undefined =>
  status === PAYMENT_REQUIRED
    ? (textIn(fieldOf(fieldOf(body, 'detail'), 'message')) ?? INSUFFICIENT_CREDITS)
    : wordsOf(body);

/** The failure that an answer of 4xx or 5xx means. `retryAfter` is the header of that name. */
export const failureOf = (status: number, body: unknown, retryAfter?: string | null): Failure => {
  const words = wordsOfStatus(status, body);
  const code = textIn(fieldOf(body, 'code'));
  const seconds = status === 429 ? secondsOf(retryAfter, words) : undefined;
  return {
    status,
    message: words ?? `The server answered ${status}`,
    ...(code !== undefined && { code: code as ErrorCode }),
    ...(seconds !== undefined && { retryAfterSeconds: seconds }),
    ...(words === undefined && { isWordless: true }),
  };
};

/** The failure of a call that got no answer; `cause` is in words, or what a browser threw. */
export const networkFailure = (cause: unknown, timedOut = false): Failure => ({
  status: timedOut ? 'TIMEOUT' : 'NETWORK',
  message: `API call failed: ${String(cause).replace(/^\w*Error: /, '')}`,
});

/** Distinguishes a failure from anything else that may have been thrown. */
export const isFailure = (value: unknown): value is Failure =>
  textIn(fieldOf(value, 'message')) !== undefined && fieldOf(value, 'status') !== undefined;

/** The text to show for whatever a call threw; `wordless` is the screen's own, for when the server had none. */
export const messageOf = (thrown: unknown, wordless?: string): string => {
  if (!isFailure(thrown)) return wordless ?? 'An unexpected error occurred';
  return thrown.isWordless ? (wordless ?? thrown.message) : thrown.message;
};
