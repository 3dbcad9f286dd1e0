// Server-sent events to one client: their head, their back-pressure, the heartbeat, and the end of the session.
import { once } from 'node:events';
import { errorBody, type Refusal, refusalResponse, refuse } from '@tradeium/contracts';
import type { Call } from '../calls/call.ts';
import type { GatewayParts } from '../gateway-parts.ts';
import { scopeOf } from '../requests/request-scope.ts';

/** A client that reads nothing for this many heartbeats is cut off. */
const STALLED_HEARTBEATS_MAX = 2;
/** How long a client may take to receive the last events of a stream that has ended. */
const FLUSH_TIMEOUT_MS = 2_000;

/** A comment: it is no event, and breaks the silence. */
const HEARTBEAT = ': heartbeat\n\n';

export type EventStream = {
  /** Aborted when the client is gone, its session has ended or its role has changed, or this process is stopping. */
  readonly closed: AbortSignal;
  /** Sends the head of the answer; a refusal when the stream is already closed, which says why. */
  begin(): Refusal | undefined;
  /** Sends an event and resolves when the client has room for more, or the stream is closed. */
  send(id: string, json: string): Promise<void>;
  /** Ends the stream, with an event that gives the reason if there is one. */
  end(refusal?: Refusal): void;
  /** Stops watching the session and the end of this process. */
  close(): void;
};

const HEAD = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-store, no-transform',
  'x-accel-buffering': 'no',
};

/** Finds the end of a session whose event was missed. */
const isSessionOver = async (
  { request, response, session }: Call,
  { tokenOf, cookie, sessions }: GatewayParts,
): Promise<boolean> => {
  if (!session) return false;
  const token = tokenOf(cookie.read(request) ?? '');
  return !token || (await sessions.find(token, scopeOf(response).requestId, () => undefined)) === undefined;
};

/** Opens the stream of a call; the session's end closes it from now on. */
export const openEventStream = (call: Call, parts: GatewayParts): EventStream => {
  const { request, response, session } = call;
  const { sessions, stopping, config } = parts;
  const closed = new AbortController();
  let stalledBeats = 0;
  let isStalled = false;
  let beats: ReturnType<typeof setInterval> | undefined;

  const finish = () => {
    closed.abort();
    if (!response.headersSent || response.writableEnded) return;
    response.end();
    setTimeout(() => response.destroy(), FLUSH_TIMEOUT_MS).unref();
  };
  response.once('close', () => closed.abort());
  // The reader may have left while its session was looked up, and this process may have begun to stop.
  if (response.destroyed || stopping.aborted) closed.abort();
  stopping.addEventListener('abort', finish);
  // With another role, the client may see more or less: it opens the stream again.
  const listening = session
    ? [sessions.onEnd(session.id, finish), sessions.onRoleChange(session.user.id, finish)]
    : [];

  const beat = () => {
    stalledBeats = isStalled ? stalledBeats + 1 : 0;
    if (stalledBeats > STALLED_HEARTBEATS_MAX) response.destroy();
    else if (!isStalled) response.write(HEARTBEAT);
    void isSessionOver(call, parts).then((isOver) => isOver && finish(), finish);
  };

  const send = async (text: string): Promise<void> => {
    if (closed.signal.aborted || response.write(text)) return;
    isStalled = true;
    await once(response, 'drain', { signal: closed.signal }).catch(() => undefined);
    isStalled = false;
  };

  return {
    closed: closed.signal,
    begin: () => {
      if (stopping.aborted) return refuse('SERVICE_UNAVAILABLE');
      if (closed.signal.aborted) return refuse('UNAUTHORIZED');
      response.writeHead(200, HEAD);
      response.flushHeaders();
      beats = setInterval(beat, config.STREAM_HEARTBEAT_MS);
      if (request.method === 'HEAD') finish();
      return undefined;
    },
    send: (id, json) => send(`id: ${id}\ndata: ${json}\n\n`),
    end: (refusal) => {
      if (refusal && !closed.signal.aborted) {
        const body = errorBody.parse(refusalResponse(refusal).body);
        response.write(`event: refusal\ndata: ${JSON.stringify(body)}\n\n`);
      }
      finish();
    },
    close: () => {
      clearInterval(beats);
      stopping.removeEventListener('abort', finish);
      for (const stop of listening) stop();
    },
  };
};
