// Asks a model server until its first chunk is there: retries while nothing has arrived, and never afterwards.
import { setTimeout } from 'node:timers/promises';
import { APIError, type OpenAI } from 'openai';
import type { ChatCompletionCreateParamsStreaming } from 'openai/resources/chat/completions';
import { ModelBusy, type ModelRequest, ModelUnavailable } from './model.ts';
import { type Chunk, readChunks } from './read-chunks.ts';

export type Patience = {
  readonly firstChunkMs: number;
  readonly nextChunkMs: number;
  /** How often to ask at most. */
  readonly attempts: number;
  /** Before the second attempt; doubles with each one. */
  readonly pauseMs: number;
  /** A server that wants a longer pause is not waited for. */
  readonly longestPauseMs: number;
};

export type OpenedStream = {
  /** One at least. */
  readonly first: readonly Chunk[];
  /** All chunks that have come, one at least; undefined at the end. Rejects when one of them is none of the protocol. */
  readonly next: () => Promise<readonly Chunk[] | undefined>;
  /** Ends the connection, or hands it on to the next request when the answer has ended. */
  readonly close: () => void;
};

/** A stream whose first chunk has come. */
export const openStream = async (
  client: OpenAI,
  body: ChatCompletionCreateParamsStreaming,
  { signal, onAsked }: Pick<ModelRequest, 'signal' | 'onAsked'>,
  patience: Patience,
  onRetry: (attempt: number, reason: string) => void,
): Promise<OpenedStream> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      signal.throwIfAborted();
      return await attemptOnce(client, body, signal, patience.firstChunkMs);
    } catch (cause) {
      signal.throwIfAborted();
      onAsked?.(false);
      const failure = failureOf(cause);
      const pauseMs =
        failure instanceof ModelBusy ? failure.retryAfterMs : patience.pauseMs * 2 ** (attempt - 1);
      if (!isWorthRetry(cause) || attempt >= patience.attempts || pauseMs > patience.longestPauseMs)
        throw failure;
      onRetry(attempt, failure.message);
      await setTimeout(pauseMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
};

const attemptOnce = async (
  client: OpenAI,
  body: ChatCompletionCreateParamsStreaming,
  signal: AbortSignal,
  firstChunkMs: number,
): Promise<OpenedStream> => {
  const ours = new AbortController();
  const timer = globalThis.setTimeout(
    () => ours.abort(new ModelUnavailable('the model server sent nothing in time')),
    firstChunkMs,
  );
  try {
    const response = await client.chat.completions
      .create(body, { signal: AbortSignal.any([signal, ours.signal]) })
      .asResponse();
    const { next, leave } = readChunks(response);
    const first = await next();
    if (ours.signal.aborted) throw ours.signal.reason;
    if (!first) throw new ModelUnavailable('the model server sent an empty answer');
    return { first, next, close: () => leave(() => ours.abort()) };
  } catch (cause) {
    const isLate = ours.signal.aborted;
    ours.abort();
    throw isLate ? ours.signal.reason : cause;
  } finally {
    clearTimeout(timer);
  }
};

const TOO_MANY = 429;
const SERVER_ERROR = 500;
const REQUEST_TIMEOUT = 408;
const DEFAULT_RETRY_AFTER_MS = 1_000;
/** As in `invalid_api_key`. */
const CODE = /^[a-z_]{1,60}$/;

const failureOf = (cause: unknown): ModelBusy | ModelUnavailable => {
  if (cause instanceof ModelUnavailable) return cause;
  if (!(cause instanceof APIError) || cause.status === undefined)
    return new ModelUnavailable('the model server cannot be reached or broke off', { cause });
  if (cause.status === TOO_MANY) return new ModelBusy(retryAfterMs(cause.headers));
  // Its text may quote the prompt or the key, so it goes neither to users nor into logs.
  const code = CODE.test(cause.code ?? '') ? ` (${cause.code})` : '';
  return new ModelUnavailable(`the model server answered ${cause.status}${code}`);
};

/** A fault of the request itself stays. */
const isWorthRetry = (cause: unknown): boolean => {
  if (cause instanceof ModelUnavailable) return false;
  if (!(cause instanceof APIError) || cause.status === undefined) return true;
  return cause.status === TOO_MANY || cause.status === REQUEST_TIMEOUT || cause.status >= SERVER_ERROR;
};

/** Seconds or a date, as HTTP has it. */
const retryAfterMs = (headers: Headers | undefined): number => {
  const value = headers?.get('retry-after');
  if (!value) return DEFAULT_RETRY_AFTER_MS;
  const ms = /^\d+(\.\d+)?$/.test(value) ? Number(value) * 1_000 : Date.parse(value) - Date.now();
  return Number.isFinite(ms) ? Math.max(0, ms) : DEFAULT_RETRY_AFTER_MS;
};
