// Server-sent events to one browser: how a stream begins, shows that it lives, and ends.
import { type Refusal, refuse } from '@tradeium/contracts';
import type { Call } from './call.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { scopeOf } from './request-scope.ts';

/** A client that reads so slowly that this much waits for it is cut off. */
const UNSENT_BYTES_MAX = 256 * 1024;

export type EventStream = {
  /** Sends the head of the answer; false when the session or the client has gone before. */
  begin(): boolean;
  hasBegun(): boolean;
  /** Sends one message as JSON; before the beginning and after the end nothing is sent. */
  send(message: unknown): void;
  end(): void;
  /** Resolves when the run of events, the session, the client or this process ends; `onBeat` goes with each heartbeat. */
  untilEnd(onBeat?: () => Promise<void>): Promise<void>;
};

type StreamOptions = {
  readonly perUserMax: number;
  /** What is sent now and then: a comment, which scripts do not see, or an event for those that watch for silence. */
  readonly heartbeat: string;
};

export const HEARTBEAT_COMMENT = ': heartbeat\n\n';
export const HEARTBEAT_EVENT = 'event: heartbeat\ndata: {}\n\n';

const streamTo = (parts: GatewayParts, { request, response }: Call, heartbeat: string): EventStream => {
  let hasEnded = false;
  const end = () => {
    hasEnded = true;
    if (response.headersSent) response.end();
  };
  const write = (text: string) => {
    if (!response.headersSent || response.writableEnded) return;
    response.write(text);
    if (response.writableLength > UNSENT_BYTES_MAX) response.destroy();
  };
  /** Also finds the end of a session whose event was missed. */
  const beat = async (onBeat: () => Promise<void>) => {
    write(heartbeat);
    const token = parts.tokenOf(parts.cookie.read(request) ?? '');
    const session = token && (await parts.sessions.find(token, scopeOf(response).requestId));
    if (session === undefined) end();
    else if (!response.writableEnded) await onBeat();
  };
  return {
    begin: () => {
      if (hasEnded || response.destroyed) return false;
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store, no-transform',
        'x-accel-buffering': 'no',
      });
      response.flushHeaders();
      if (request.method === 'HEAD') end();
      return true;
    },
    hasBegun: () => response.headersSent,
    send: (message) => write(`data: ${JSON.stringify(message)}\n\n`),
    end,
    untilEnd: async (onBeat = async () => undefined) => {
      const timer = setInterval(() => void beat(onBeat).catch(end), parts.config.STREAM_HEARTBEAT_MS);
      parts.stopping.addEventListener('abort', end);
      await new Promise<void>((resolve) => response.once('close', resolve));
      clearInterval(timer);
      parts.stopping.removeEventListener('abort', end);
    },
  };
};

/** Opens streams of one kind, so many at most for each user of this process, and ends each with its session. */
export const openEventStreams = (parts: GatewayParts, { perUserMax, heartbeat }: StreamOptions) => {
  const open = new Map<string, number>();
  const count = (userId: string, change: 1 | -1) => {
    const left = (open.get(userId) ?? 0) + change;
    if (left > 0) open.set(userId, left);
    else open.delete(userId);
  };
  return async (
    call: Call,
    follow: (stream: EventStream, userId: string) => Promise<Refusal | undefined>,
  ): Promise<Refusal | undefined> => {
    if (!call.session) return refuse('UNAUTHORIZED');
    const { id, user } = call.session;
    if ((open.get(user.id) ?? 0) >= perUserMax) return refuse('TOO_MANY_REQUESTS');
    const stream = streamTo(parts, call, heartbeat);
    count(user.id, 1);
    const stopListening = parts.sessions.onEnd(id, stream.end);
    try {
      return await follow(stream, user.id);
    } finally {
      stopListening();
      count(user.id, -1);
    }
  };
};
