// What went wrong with a call, in the one shape and the words that every screen shows.
import type { ErrorCode } from '@tradeium/contracts';

export type Failure = {
  /** The HTTP status, or why there was no answer at all. */
  readonly status: number | 'NETWORK' | 'TIMEOUT';
  readonly message: string;
  readonly code?: ErrorCode;
};

const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value : undefined;

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;

/** The failure that an answer of 4xx or 5xx means: its text is `detail` or `detail.message`. */
export const failureOf = (status: number, body: unknown): Failure => {
  const detail = fieldOf(body, 'detail');
  const message = textOf(detail) ?? textOf(fieldOf(detail, 'message')) ?? `The server answered ${status}`;
  const code = textOf(fieldOf(body, 'code'));
  return code === undefined ? { status, message } : { status, message, code: code as ErrorCode };
};

/** The failure of a call that got no answer. */
export const networkFailure = (cause: string, timedOut = false): Failure => ({
  status: timedOut ? 'TIMEOUT' : 'NETWORK',
  message: `API call failed: ${cause}`,
});

/** Tells a failure from anything else that may have been thrown. */
export const isFailure = (value: unknown): value is Failure =>
  textOf(fieldOf(value, 'message')) !== undefined && fieldOf(value, 'status') !== undefined;

/** The text to show for whatever a call threw. */
export const messageOf = (thrown: unknown): string =>
  isFailure(thrown) ? thrown.message : 'An unexpected error occurred';
