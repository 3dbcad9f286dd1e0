// Answers a service's commands and queries: the one place that parses, waits for writes, maps errors and measures.
import {
  isRefusal,
  type Message,
  READ_YOUR_WRITES_TIMEOUT_MS,
  REPLY_BYTES_MAX,
  type Refusal,
  refusalOfIssues,
  refuse,
  subjectOfMessage,
} from '@tradeium/contracts';
import { listen, openGrowthMeter, watchConnection } from '@tradeium/event-store';
import type { Msg, NatsConnection, Subscription } from 'nats';
import { z } from 'zod';
import type { Blobs } from '../blobs/blob-store.ts';
import type { Log } from '../log/log.ts';
import { type Answer, type Reply, replyFile } from '../messages/reply.ts';
import {
  type RequestContext,
  requestContext,
  TIMEOUT_HEADER,
  traceIdOf,
} from '../messages/request-context.ts';
import { isRightful } from '../messages/signed-requests.ts';
import type { Metrics } from '../process/metrics.ts';
import { KeyDestroyed } from '../sealing/data-keys.ts';
import { openStreamHost, type StreamHost } from '../streams/stream-host.ts';
import { isOutage } from './outage.ts';
import type { WaitForWrites } from './writes-seen.ts';

/** A command or query and its handler. */
export type Handler = {
  readonly message: Message;
  readonly handle: (
    input: unknown,
    request: RequestContext,
    /** Opens a handler's stream; provided by the request server. */
    streams?: StreamHost,
  ) => Promise<Answer<unknown> | Refusal>;
  /** A query that reads no read models: nothing is waited for, as an aggregate is always the newest. */
  readonly readsAggregatesOnly?: true;
};

/** Binds a message of the contracts to its handler; the input is parsed first, the output is typed. */
export const handler = <Input extends z.ZodType, Output extends z.ZodType>(
  message: Message<Input, Output>,
  handle: (input: z.output<Input>, request: RequestContext) => Promise<Answer<z.input<Output>> | Refusal>,
): Handler => ({ message, handle: handle as Handler['handle'] });

/** The same for signed-in users only: others get UNAUTHORIZED. */
export const userHandler = <Input extends z.ZodType, Output extends z.ZodType>(
  message: Message<Input, Output>,
  handle: (
    input: z.output<Input>,
    userId: string,
    request: RequestContext,
  ) => Promise<Answer<z.input<Output>> | Refusal>,
): Handler =>
  handler(message, async (input, request) =>
    request.userId === undefined ? refuse('UNAUTHORIZED') : handle(input, request.userId, request),
  );

/** A query that needs no read model: it is answered at once, also while they are behind or away. A house rule finds forgotten ones. */
export const fromAggregates = (query: Handler): Handler => ({ ...query, readsAggregatesOnly: true });

export type RequestServerOptions = {
  readonly nc: NatsConnection;
  readonly handlers: readonly Handler[];
  readonly log: Log;
  readonly metrics: Metrics;
  readonly blobs: Blobs;
  /** Resolves once this service's read models include the writes, or after the time-out. */
  readonly waitForWrites: WaitForWrites;
  /** Hosts the handlers' streams, where others of the process open streams, too; without it they get their own host. */
  readonly streams?: StreamHost;
};

type Serving = RequestServerOptions & { readonly streams: StreamHost };

const RECONNECT_PATIENCE_MS = 10_000;

const envelope = z.object({ input: z.unknown(), context: requestContext });

/** Starts answering; `stop` lets open requests finish. */
export const serveRequests = (options: RequestServerOptions): { stop(): Promise<void> } => {
  const underWay = new Set<Promise<void>>();
  const streams = options.streams ?? openStreamHost(options);
  const subscriptions = options.handlers.map((entry) => subscribe({ ...options, streams }, entry, underWay));
  return {
    stop: async () => {
      await Promise.all(subscriptions.map((subscription) => subscription.drain()));
      await Promise.allSettled([...underWay, streams.stop()]);
    },
  };
};

const subscribe = (options: Serving, entry: Handler, underWay: Set<Promise<void>>): Subscription =>
  listen(
    options.nc,
    subjectOfMessage(entry.message),
    (msg) => {
      const work = respond(options, entry, msg).finally(() => underWay.delete(work));
      underWay.add(work);
    },
    {
      queue: entry.message.service,
      onError: (error) => options.log.error({ err: error }, 'a subscription failed'),
    },
  );

/** How long the caller still waits, by our own clock. */
const timeLeftOf = (msg: Msg): (() => number) => {
  const timeoutMs = Number(msg.headers?.get(TIMEOUT_HEADER) || Number.POSITIVE_INFINITY);
  const deadlineMs = performance.now() + timeoutMs;
  return () => deadlineMs - performance.now();
};

/** Streams that begin while their caller waits, or not at all. */
const beginningWithin = (streams: StreamHost, timeLeftMs: () => number): StreamHost => ({
  ...streams,
  open: (userId, work, opening) => streams.open(userId, work, { ...opening, beginWithinMs: timeLeftMs() }),
});

const respond = async (options: Serving, entry: Handler, msg: Msg): Promise<void> => {
  // No answer: it would go where somebody without a right to it wants it.
  if (!(await isRightful(options.nc, subjectOfMessage(entry.message), msg))) return;
  const started = performance.now();
  const timeLeftMs = timeLeftOf(msg);
  const traceId = traceIdOf(msg.headers?.get('traceparent'));
  const meter = openGrowthMeter();
  const work = () => process(options, entry, msg, timeLeftMs);
  const answered = await meter.run(work).catch((cause: unknown): Reply => {
    const isAway = isOutage(cause);
    const message = isAway ? 'a request failed because a server is down' : 'a request failed unexpectedly';
    options.log.error({ err: cause, subject: msg.subject, traceId }, message);
    return { ok: false, refusal: refuse(isAway ? 'SERVICE_UNAVAILABLE' : 'INTERNAL') };
  });
  const growth = meter.growth();
  const reply = growth.events > 0 ? { ...answered, growth } : answered;
  const outcome = reply.ok ? 'ok' : reply.refusal.refused;
  options.metrics.observeRequest(msg.subject, outcome, (performance.now() - started) / 1_000);
  options.log.debug({ subject: msg.subject, outcome, ms: performance.now() - started, traceId }, 'answered');
  // While disconnected, the client would drop the answer.
  const send = async () => void msg.respond(JSON.stringify(reply));
  await watchConnection(options.nc)
    .whileConnected(send, Math.max(0, Math.min(timeLeftMs(), RECONNECT_PATIENCE_MS)))
    .catch((cause: unknown) =>
      options.log.warn({ err: cause, subject: msg.subject, traceId }, 'an answer was lost'),
    );
};

const process = async (
  options: Serving,
  entry: Handler,
  msg: Msg,
  timeLeftMs: () => number,
): Promise<Reply> => {
  const { input, context } = envelope.parse(msg.json());
  const parsed = entry.message.input.safeParse(input);
  if (!parsed.success) return { ok: false, refusal: refusalOfIssues(parsed.error) };
  if (entry.message.kind === 'query' && !entry.readsAggregatesOnly && context.after) {
    await options.waitForWrites(context.after, Math.min(READ_YOUR_WRITES_TIMEOUT_MS, timeLeftMs()));
  }
  // The caller no longer waits for the answer.
  if (timeLeftMs() <= 0) return { ok: false, refusal: refuse('SERVICE_UNAVAILABLE') };
  const streams = beginningWithin(options.streams, timeLeftMs);
  const result = await entry.handle(parsed.data, context, streams).catch((cause: unknown) => {
    // The asker's account was deleted meanwhile.
    if (cause instanceof KeyDestroyed && cause.subject === context.userId) return refuse('UNAUTHORIZED');
    throw cause;
  });
  if (isRefusal(result)) return { ok: false, refusal: result };
  return replyWith(options.blobs, result);
};

const replyWith = async (blobs: Blobs, { output, written }: Answer<unknown>): Promise<Reply> => {
  const writes = written === undefined ? {} : { written };
  const json = JSON.stringify(output);
  if (json.length < REPLY_BYTES_MAX / 3 || Buffer.byteLength(json) <= REPLY_BYTES_MAX) {
    return { ok: true, output, ...writes };
  }
  return { ok: true, outputBlob: await blobs.put(replyFile(json)), ...writes };
};
