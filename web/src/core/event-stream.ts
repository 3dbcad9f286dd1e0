// Reads server-sent events, of GET and POST requests alike, and opens the stream again whenever it breaks.
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import { type Failure, failureOf, networkFailure } from '../lib/failure.ts';
import { parsedJson } from '../lib/parsed-json.ts';
import type { RouteRequest } from '../lib/route-request.ts';

export type StreamHandlers = {
  readonly onEvent: (event: EventSourceMessage) => void;
  readonly onOpened?: () => void;
  /** A sign of life that carries nothing. */
  readonly onAlive?: () => void;
  /** The connection broke, or the server ended it: the failure says which. */
  readonly onLost?: (failure: Failure) => void;
  /** The server answers, but not with a stream. */
  readonly onRefused?: (failure: Failure) => void;
  /** All of it has been read; it is closed. */
  readonly onCompleted?: () => void;
};

export type EventStream = {
  /** Tries at once instead of later. */
  retryNow(): void;
  close(): void;
};

export type ResumableStream = EventStream & {
  /** The id of the newest event that had one: another stream of the same can go on from there. */
  lastEventId(): string | undefined;
};

/** The server gives a sign of life every 15 s: a connection without one is dead, though the browser may not know. */
export const SILENCE_MS = 40_000;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 15_000;

/** The pause before the n-th attempt (from 1), 1 to 15 s; `chance` 0..1 spreads browsers that all lost it at once. */
export const retryPauseMs = (attempt: number, chance: number): number =>
  Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), PAUSE_MAX_MS / 1.5) * (1 + chance / 2);

type Connection = {
  readonly signal: AbortSignal;
  readonly lastEventId: string | undefined;
  readonly onOpened: () => void;
  readonly onEvent: (event: EventSourceMessage) => void;
  readonly onComment: () => void;
  readonly onRetry: (pauseMs: number) => void;
};

/** There is nothing more to read: the server says so to a client that has read the whole stream. */
const NO_CONTENT = 204;

/** The server, or something between, ended a stream before its last event. */
const CLOSED = networkFailure('the connection was closed before the answer was complete');
const OFFLINE = networkFailure('this device is offline');
const SILENT = networkFailure('the server did not answer in time', true);

/** Reads one connection to its end; resolves to why it ended, or why there was nothing to read. */
const readStream = async (
  { url, method, body, params }: RouteRequest,
  { signal, lastEventId, onOpened, ...callbacks }: Connection,
): Promise<Failure | 'complete'> => {
  const query = params
    ? `?${new URLSearchParams(Object.entries(params).map(([k, v]) => [k, String(v)]))}`
    : '';
  const response = await fetch(url + query, {
    method,
    signal,
    cache: 'no-store',
    headers: {
      accept: 'text/event-stream',
      ...(body && { 'content-type': 'application/json' }),
      ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  if (response.status === NO_CONTENT) return 'complete';
  if (!response.ok || !response.headers.get('content-type')?.startsWith('text/event-stream'))
    return failureOf(response.status, parsedJson(await response.text()), response.headers.get('retry-after'));
  onOpened();
  const parser = createParser(callbacks);
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  for (;;) {
    const { value, done } = (await reader?.read()) ?? { done: true };
    if (done || signal.aborted) return CLOSED;
    parser.feed(value ?? '');
  }
};

/** A connection's words are heard until it is given up. */
const hearing =
  (signal: AbortSignal, noteLife: () => void) =>
  <Said extends unknown[]>(take: (...said: Said) => void) =>
  (...said: Said) => {
    if (signal.aborted) return;
    noteLife();
    take(...said);
  };

/**
 * Opens a stream and keeps it open until it is closed or complete. After a break it asks for what followed the last event
 * that had an id, by the header `Last-Event-ID`; at first it may go on from an event of an earlier stream. A POST that broke before that is not sent again automatically: it may have
 * been received.
 */
export const openEventStream = (
  request: RouteRequest,
  handlers: StreamHandlers,
  after?: string,
): ResumableStream => {
  let connection: AbortController | undefined;
  let lastEventId = after;
  let attempt = 0;
  let pauseMinMs = 0;
  let retry: ReturnType<typeof setTimeout> | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const letGo = () => {
    clearTimeout(retry);
    clearTimeout(silence);
    connection?.abort();
    connection = undefined;
  };
  const fail = (failure: Failure) => {
    letGo();
    attempt += 1;
    retry = setTimeout(reopen, Math.max(pauseMinMs, retryPauseMs(attempt, Math.random())));
    if (typeof failure.status === 'number') handlers.onRefused?.(failure);
    else handlers.onLost?.(failure);
  };
  const goneOffline = () => fail(OFFLINE);
  const noteLife = () => {
    clearTimeout(silence);
    silence = setTimeout(() => fail(SILENT), SILENCE_MS);
  };
  const open = () => {
    letGo();
    const opening = new AbortController();
    connection = opening;
    const { signal } = opening;
    const heard = hearing(signal, noteLife);
    noteLife();
    readStream(request, {
      signal,
      lastEventId,
      onOpened: heard(() => {
        attempt = 0;
        handlers.onOpened?.();
      }),
      onEvent: heard((event) => {
        if (event.id !== undefined) lastEventId = event.id;
        handlers.onEvent(event);
      }),
      onComment: heard(() => handlers.onAlive?.()),
      onRetry: heard((pauseMs) => {
        pauseMinMs = Math.min(pauseMs, PAUSE_MAX_MS);
      }),
    })
      .catch(networkFailure)
      .then((ending) => {
        if (signal.aborted) return;
        if (ending !== 'complete') return fail(ending);
        close();
        handlers.onCompleted?.();
      });
  };

  const reopen = () => {
    if (request.method === 'GET' || lastEventId !== undefined) open();
  };
  const close = () => {
    window.removeEventListener('online', reopen);
    window.removeEventListener('offline', goneOffline);
    letGo();
  };

  window.addEventListener('online', reopen);
  window.addEventListener('offline', goneOffline);
  open();
  return { retryNow: open, lastEventId: () => lastEventId, close };
};
