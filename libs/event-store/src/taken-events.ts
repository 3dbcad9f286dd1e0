// Tells of what was just written once every projection has taken it, so that whoever is told and asks sees it.
import { setTimeout as delay } from 'node:timers/promises';
import { type AggregateEvents, streamOf } from '@tradeium/contracts';
import type { NatsConnection } from 'nats';
import { backOffMs } from './back-off.ts';
import {
  addressOf,
  decodeCommit,
  type StoredEvent,
  type StoredMessage,
  storedEvents,
} from './commit-codec.ts';
import type { Log } from './log.ts';
import { createOutageLog } from './outage-log.ts';
import type { Projections } from './projections.ts';
import { readMessages } from './read-messages.ts';
import { lastSequence } from './stream-positions.ts';

export type Telling<Event> = {
  /** The aggregates whose events are told, all of one context. */
  readonly reads: readonly [AggregateEvents<Event>, ...AggregateEvents<Event>[]];
  /** Is given the events of some commits, in order; when it throws it is given them again, and more with them. */
  tell(events: readonly StoredEvent<Event>[]): Promise<void>;
};

export type TellingDeps = {
  readonly nc: NatsConnection;
  readonly log: Log;
  readonly projections: Pick<Projections, 'waitFor'>;
};

/** Of what was written while nobody could tell, so many commits are told: who was away longer asks for everything. */
const MISSED_COMMITS_MAX = 1_000;
const BATCH_SIZE = 500;
/** Short, as the wait is not given up when the telling is stopped. */
const TAKEN_WAIT_MS = 1_000;
const PAUSE_MS = 100;
const RETRY_PAUSE_MAX_MS = 5_000;

/**
 * Tells of live events until it is stopped, again where it is not sure: nothing is told too early, and what a rebuild
 * reads is not told at all. Each process of a service tells.
 */
export function tellTakenEvents<Event>(
  deps: TellingDeps,
  telling: Telling<Event>,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const ended = keepTelling(deps, telling, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
}

async function keepTelling<Event>(
  { nc, log, projections }: TellingDeps,
  { reads, tell }: Telling<Event>,
  signal: AbortSignal,
): Promise<void> {
  const { context } = reads[0];
  const stream = streamOf(context);
  const outage = createOutageLog(log, { context }, 'telling of events');
  let told = 0;
  for (let failures = 0; !signal.aborted; ) {
    try {
      const after = Math.max(told, (await lastSequence(nc, stream)) - MISSED_COMMITS_MAX);
      for await (const batch of readMessages(nc, { stream, after, batchSize: BATCH_SIZE, signal })) {
        const end = batch.at(-1)?.sequence ?? told;
        await until(() => projections.waitFor({ [stream]: end }, TAKEN_WAIT_MS), signal);
        if (signal.aborted) return;
        await tell(batch.flatMap((message) => eventsOf(reads, message)));
        told = end;
        failures = 0;
        outage.worked();
      }
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      outage.failed(error);
      await pause(backOffMs(failures, RETRY_PAUSE_MAX_MS), signal);
    }
  }
}

async function until(holds: () => Promise<boolean>, signal: AbortSignal): Promise<void> {
  while (!signal.aborted && !(await holds())) await pause(PAUSE_MS, signal);
}

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { signal }).catch(() => undefined);

/** None of a commit that cannot be read: the projections have parked it and said so. */
function eventsOf<Event>(
  reads: readonly AggregateEvents<Event>[],
  message: StoredMessage,
): StoredEvent<Event>[] {
  const source = reads.find(({ name }) => name === addressOf(message.subject).aggregate);
  if (source === undefined) return [];
  try {
    return storedEvents(decodeCommit(source, message));
  } catch {
    return [];
  }
}
