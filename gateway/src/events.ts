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

  /** Subscribed before the snapshot is asked for, which also decides whether this user may see the run. */
  const follow = async (call: Call<'watchRun'>, sessionId: string): Promise<Refusal | undefined> => {
    const { response, input } = call;
    const write = progressWriter(response);
    const early: RunProgress[] = [];
    let take = (progress: RunProgress): void => void early.push(progress);
    const subscription = parts.nc.subscribe(runProgressSubject(input.run_id), {
      callback: (_error, msg) => {
        const progress = progressOf(msg);
        if (progress) take(progress);
      },
    });
    const snapshot = await call.ask(messageOf('watchRun'), input);
    if (isRefusal(snapshot) || response.destroyed) {
      subscription.unsubscribe();
      return isRefusal(snapshot) ? snapshot : undefined;
    }
    openStream(response);
    if (call.request.method === 'HEAD') response.end();
    for (const progress of [snapshot.output, ...early]) write(progress);
    take = write;
    const end = () => void response.end();
    const timer = setInterval(() => void beat(call, write).catch(end), parts.config.STREAM_HEARTBEAT_MS);
    const stopListening = parts.sessions.onEnd(sessionId, end);
    parts.stopping.addEventListener('abort', end);
    await new Promise<void>((resolve) => {
      if (response.writableFinished) resolve();
      else response.once('close', resolve);
    });
    clearInterval(timer);
    stopListening();
    parts.stopping.removeEventListener('abort', end);
    subscription.unsubscribe();
    return undefined;
  };

  return async (call: Call<'watchRun'>): Promise<Refusal | undefined> => {
    if (!call.session) return refuse('UNAUTHORIZED');
    const { id, user } = call.session;
    if ((open.get(user.id) ?? 0) >= STREAMS_PER_USER_MAX) return refuse('TOO_MANY_REQUESTS');
    count(user.id, 1);
    return follow(call, id).finally(() => count(user.id, -1));
  };
};
