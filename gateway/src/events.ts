// Streams the progress of a run to the browser as server-sent events, from where it stands to its end.
import {
  isRefusal,
  messageOf,
  type Refusal,
  RUN_STEPS,
  type RunProgress,
  refuse,
  runProgress,
  runProgressSubject,
} from '@tradeium/contracts';
import type { Response } from 'express';
import type { Msg } from 'nats';
import type { Call } from './call.ts';
import type { GatewayParts } from './gateway-parts.ts';
import { scopeOf } from './request-scope.ts';

const STREAMS_PER_USER_MAX = 10;
/** A client that reads so slowly that this much waits for it is cut off. */
const UNSENT_BYTES_MAX = 256 * 1024;
/** Messages kept while the state is asked for: a run tells far fewer in that time. */
const EARLY_MAX = 1_000;

/** How far a run is, so that a message that was overtaken by a newer one is not shown after it. */
const rankOf = ({ status, step, completed }: RunProgress): number =>
  status === 'running' ? RUN_STEPS.indexOf(step) + completed : Number.POSITIVE_INFINITY;

const progressOf = (msg: Msg): RunProgress | undefined => {
  try {
    return runProgress.safeParse(msg.json()).data;
  } catch {
    return undefined;
  }
};

/** Writes progress that is not older than what was written; ends the stream after the run's last message. */
const progressWriter = (response: Response) => {
  let shown = Number.NEGATIVE_INFINITY;
  return (progress: RunProgress): void => {
    const rank = rankOf(progress);
    if (rank < shown || response.writableEnded) return;
    shown = rank;
    response.write(`data: ${JSON.stringify(progress)}\n\n`);
    if (rank === Number.POSITIVE_INFINITY) response.end();
    else if (response.writableLength > UNSENT_BYTES_MAX) response.destroy();
  };
};

const openStream = (response: Response): void => {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store, no-transform',
    'x-accel-buffering': 'no',
  });
  response.flushHeaders();
};

/** Makes the handler of `watchRun`. */
export const openRunStreams = (parts: GatewayParts) => {
  const open = new Map<string, number>();
  const count = (userId: string, change: 1 | -1) => {
    const left = (open.get(userId) ?? 0) + change;
    if (left > 0) open.set(userId, left);
    else open.delete(userId);
  };

  /** Keeps the connection alive, notices a session that ended, and finds an end whose message was lost. */
  const beat = async (call: Call<'watchRun'>, write: (progress: RunProgress) => void) => {
    const { request, response } = call;
    if (response.writableEnded) return;
    response.write(': heartbeat\n\n');
    const token = parts.tokenOf(parts.cookie.read(request) ?? '');
    const session = token && (await parts.sessions.find(token, scopeOf(response).requestId));
    if (session === undefined) return void response.end();
    const snapshot = await call.ask(messageOf('watchRun'), call.input);
    if (!isRefusal(snapshot)) write(snapshot.output);
    else if (snapshot.refused !== 'SERVICE_UNAVAILABLE') response.end();
  };

  /** Sends the state and all that follows it, until the run, the session, the client or this process ends. */
  const stream = async (call: Call<'watchRun'>, write: (progress: RunProgress) => void) => {
    const end = () => void call.response.end();
    const timer = setInterval(() => void beat(call, write).catch(end), parts.config.STREAM_HEARTBEAT_MS);
    parts.stopping.addEventListener('abort', end);
    await new Promise<void>((resolve) => call.response.once('close', resolve));
    clearInterval(timer);
    parts.stopping.removeEventListener('abort', end);
  };

  /** Listens before it asks for the state, so that nothing is missed; who may not see the run is told by the answer. */
  const follow = async (call: Call<'watchRun'>, sessionId: string): Promise<Refusal | undefined> => {
    const { request, response, input } = call;
    const write = progressWriter(response);
    const early: RunProgress[] = [];
    const subscription = parts.nc.subscribe(runProgressSubject(input.run_id), {
      callback: (_error, msg) => {
        const progress = progressOf(msg);
        if (progress && response.headersSent) write(progress);
        else if (progress && early.length < EARLY_MAX) early.push(progress);
      },
    });
    let hasEnded = false;
    const stopListening = parts.sessions.onEnd(sessionId, () => {
      hasEnded = true;
      if (response.headersSent) response.end();
    });
    try {
      const snapshot = await call.ask(messageOf('watchRun'), input);
      if (isRefusal(snapshot)) return snapshot;
      if (hasEnded) return refuse('UNAUTHORIZED');
      if (response.destroyed) return undefined;
      openStream(response);
      for (const progress of [snapshot.output, ...early]) write(progress);
      if (request.method === 'HEAD') response.end();
      await stream(call, write);
      return undefined;
    } finally {
      stopListening();
      subscription.unsubscribe();
    }
  };

  return async (call: Call<'watchRun'>): Promise<Refusal | undefined> => {
    if (!call.session) return refuse('UNAUTHORIZED');
    const { id, user } = call.session;
    if ((open.get(user.id) ?? 0) >= STREAMS_PER_USER_MAX) return refuse('TOO_MANY_REQUESTS');
    count(user.id, 1);
    return follow(call, id).finally(() => count(user.id, -1));
  };
};
