// Answers the events of a context with commands elsewhere: each at least once, in order, one at a time.
import { setTimeout as delay } from 'node:timers/promises';
import { type AggregateEvents, streamOf, subjectOf } from '@tradeium/contracts';
import type { JsMsg, NatsConnection } from 'nats';
import { aggregateMessages } from './aggregate-messages.ts';
import { backOffMs } from './back-off.ts';
import {
  addressOf,
  decodeCommit,
  type StoredEvent,
  type StoredMessage,
  storedEvents,
  storedMessage,
} from './commit-codec.ts';
import type { Log } from './log.ts';
import { createOutageLog } from './outage-log.ts';
import { openParkedReactions, type ParkedReactions } from './parked-reactions.ts';
import { ACK_WAIT_MS, openReactionConsumer } from './reaction-consumer.ts';
import { type Failure, handleWithin } from './reaction-handling.ts';

export type Reaction<Event> = {
  /** Kebab-case; JetStream remembers under this name how far it has come. */
  name: string;
  /** The aggregates that it listens to, all of one context. */
  reads: readonly [AggregateEvents<Event>, ...AggregateEvents<Event>[]];
  /**
   * Handles one event, perhaps more than once: what it sends has ids made from the event. A rejection, or a refusal
   * returned that may be otherwise later (5xx, CONCURRENT_CHANGE), is tried again; any other refusal is parked.
   */
  handle(stored: StoredEvent<Event>): Promise<unknown>;
  /** How often an event is tried before it is parked: 15 times, in about 3 minutes, when not given. */
  maxAttempts?: number;
  /** How long one handling may take: 60 s when not given. */
  timeoutMs?: number;
};

/** A reaction, whatever it reads. */
export type AnyReaction = Omit<Reaction<never>, 'reads'> & { readonly reads: Reaction<unknown>['reads'] };

export type ReactionStatus = { name: string; context: string; behind: number; parked: number };

export type RunningReaction = {
  status(): Promise<ReactionStatus>;
  /** Handles what was parked again, oldest first; what succeeds is parked no longer. */
  retryParked(): Promise<{ handled: number; remaining: number }>;
  /** Ends after the event that is being handled. */
  stop(): Promise<void>;
};

type Deps = { nc: NatsConnection; log: Log; now: () => Date };

type Work<Event> = Deps &
  Reaction<Event> & { context: string; maxAttempts: number; timeoutMs: number; parked: ParkedReactions };

const DEFAULT_MAX_ATTEMPTS = 15;
const DEFAULT_TIMEOUT_MS = 60_000;
const PAUSE_MAX_MS = 30_000;
const RETRY_PAUSE_MAX_MS = 5_000;

/** Starts a reaction and tries again what is parked; it runs by itself, through restarts of NATS and of its own process, until it is stopped. */
export function runReaction<Event>(deps: Deps, reaction: Reaction<Event>): RunningReaction {
  const { name } = reaction;
  const { context } = reaction.reads[0];
  const { maxAttempts = DEFAULT_MAX_ATTEMPTS, timeoutMs = DEFAULT_TIMEOUT_MS } = reaction;
  const parked = openParkedReactions(deps.nc, name);
  const work: Work<Event> = { ...deps, ...reaction, context, maxAttempts, timeoutMs, parked };
  const stopping = new AbortController();
  const ended = keepReacting(work, stopping.signal);
  // What could not be done before a restart may be possible after it.
  void retryParked(work).catch((error: unknown) =>
    deps.log.warn({ err: error, reaction: name }, 'parked events could not be tried again'),
  );
  return {
    async status() {
      const manager = await deps.nc.jetstreamManager({ checkAPI: false });
      const { num_pending, num_ack_pending } = await manager.consumers.info(streamOf(context), name);
      return { name, context, behind: num_pending + num_ack_pending, parked: (await parked.list()).length };
    },
    retryParked: () => retryParked(work),
    async stop() {
      stopping.abort();
      await ended;
    },
  };
}

async function keepReacting<Event>(work: Work<Event>, signal: AbortSignal): Promise<void> {
  const outage = createOutageLog(work.log, { reaction: work.name, context: work.context }, 'a reaction');
  for (let failures = 0; !signal.aborted; ) {
    try {
      await react(work, signal, () => {
        failures = 0;
        outage.worked();
      });
    } catch (error) {
      failures += 1;
      if (!signal.aborted) outage.failed(error);
      await delay(backOffMs(failures, RETRY_PAUSE_MAX_MS), undefined, { signal }).catch(() => undefined);
    }
  }
}

/** Takes message after message until the signal is aborted. */
async function react<Event>(work: Work<Event>, signal: AbortSignal, worked: () => void): Promise<void> {
  const { nc, context, name, reads } = work;
  const subjects = reads.map((source) => subjectOf(context, source.name, '*'));
  const consumer = await openReactionConsumer(nc, streamOf(context), name, subjects);
  const messages = await consumer.consume({ max_messages: 10, abort_on_missing_resource: true });
  const close = () => void messages.close();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  try {
    worked();
    for await (const message of messages) {
      if (signal.aborted) message.nak();
      else await takeMessage(work, message);
    }
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/** Handles the events of one message; the server keeps the message until each of them is handled or parked. */
async function takeMessage<Event>(work: Work<Event>, message: JsMsg): Promise<void> {
  const attempt = message.info.deliveryCount;
  const working = setInterval(() => message.working(), ACK_WAIT_MS / 3);
  try {
    for (const { index, type, handle } of stepsOf(work, storedMessage(message))) {
      // Then the last attempt ended neither well nor badly: it took the process with it.
      const failure =
        attempt > work.maxAttempts ? { error: 'it was never finished', final: true } : await handle();
      if (failure === null) continue;
      if (!failure.final && attempt < work.maxAttempts) return tryLater(work, message, failure);
      await park(work, { sequence: message.seq, index, type, attempts: attempt }, failure.error);
    }
    message.ack();
  } finally {
    clearInterval(working);
  }
}

/** One event to handle; -1 is the index of a commit that can't be read. */
type Step = { index: number; type: string; handle: () => Promise<Failure | null> };

function stepsOf<Event>({ reads, handle, timeoutMs }: Work<Event>, message: StoredMessage): Step[] {
  const { aggregate } = addressOf(message.subject);
  const source = reads.find(({ name }) => name === aggregate);
  try {
    if (source === undefined) throw new Error(`${message.subject} is not what this reaction reads`);
    return storedEvents(decodeCommit(source, message)).map((stored) => ({
      index: stored.index,
      type: (stored.event as { type: string }).type,
      handle: () => handleWithin(handle, stored, timeoutMs),
    }));
  } catch (error) {
    return [{ index: -1, type: message.subject, handle: async () => ({ error, final: true }) }];
  }
}

function tryLater<Event>({ name, log }: Work<Event>, message: JsMsg, { error }: Failure): void {
  const attempt = message.info.deliveryCount;
  log.warn({ err: error, reaction: name, sequence: message.seq, attempt }, 'a reaction will be tried again');
  message.nak(Math.ceil(backOffMs(attempt, PAUSE_MAX_MS)));
}

async function park<Event>(
  { name, context, log, now, parked }: Work<Event>,
  place: { sequence: number; index: number; type: string; attempts: number },
  error: unknown,
): Promise<void> {
  const text = String(error instanceof Error ? error.stack : error).slice(0, 4_000);
  await parked.park({ ...place, context, error: text, at: now().toISOString() });
  log.error({ err: error, reaction: name, ...place }, 'a reaction was parked');
}

async function retryParked<Event>(work: Work<Event>): Promise<{ handled: number; remaining: number }> {
  const messages = aggregateMessages(work.nc, work.context);
  const entries = await work.parked.list();
  let handled = 0;
  for (const { key, sequence, index } of entries) {
    const steps = stepsOf(work, await messages.at(sequence)).filter(
      (step) => index < 0 || step.index === index,
    );
    if (!(await allHandled(steps))) continue;
    await work.parked.remove(key);
    handled += 1;
  }
  return { handled, remaining: entries.length - handled };
}

async function allHandled(steps: readonly Step[]): Promise<boolean> {
  for (const step of steps) if ((await step.handle()) !== null) return false;
  return true;
}
