// Hands over live events once every projection has them, so that a query that they cause sees them; in one process at a time.
import type { AggregateEvents } from '@tradeium/contracts';
import type { NatsConnection } from 'nats';
import { openLease } from '../leases/lease.ts';
import type { Holding } from '../leases/lease-holding.ts';
import { backOffMs } from '../pacing/back-off.ts';
import type { Log } from '../pacing/log.ts';
import { createOutageLog } from '../pacing/outage-log.ts';
import { pause } from '../pacing/pause.ts';
import { aggregateOf, eventsIn, type StoredEvent, type StoredMessage } from '../streams/commit-codec.ts';
import { NewerEvent } from '../streams/read-event.ts';
import { readMessages } from '../streams/read-messages.ts';
import { lastSequence, type Source, sourcesOf } from '../streams/stream-positions.ts';
import { unsealMessages } from '../streams/unseal-messages.ts';
import type { Projections } from './projections.ts';

export type ProjectedEvents<Event> = {
  /** Unique. */
  readonly name: string;
  /** The aggregates whose events it hands over, all of one context. */
  readonly reads: readonly [AggregateEvents<Event>, ...AggregateEvents<Event>[]];
  /** Receives the events of some commits, in order; when it throws, it gets them again together with newer ones. */
  handle(events: readonly StoredEvent<Event>[]): Promise<void>;
};

export type ProjectedEventsDependencies = {
  readonly nc: NatsConnection;
  readonly log: Log;
  readonly projections: Pick<Projections, 'waitForMessages'>;
};

/** The maximum number of commits, the newest ones, handed over after some time without a holder. */
const MISSED_COMMITS_MAX = 1_000;
const BATCH_SIZE = 500;
/** Short, because stopping the process doesn't interrupt the wait. */
const WAIT_MS = 1_000;
const PAUSE_MS = 100;
const RETRY_PAUSE_MAX_MS = 5_000;
/** How long a program that can't read an event leaves the work to another. */
const NEWER_PAUSE_MS = 30_000;

/**
 * Hands over live events until it is stopped, twice when in doubt; what a rebuild reads is not handed over. When
 * its process dies, another continues near where it was.
 */
export const followProjectedEvents = <Event>(
  dependencies: ProjectedEventsDependencies,
  following: ProjectedEvents<Event>,
): { stop(): Promise<void> } => {
  const stopping = new AbortController();
  const ended = keepFollowing(dependencies, following, stopping.signal);
  return {
    stop: async () => {
      stopping.abort();
      await ended;
    },
  };
};

const keepFollowing = async <Event>(
  dependencies: ProjectedEventsDependencies,
  following: ProjectedEvents<Event>,
  signal: AbortSignal,
): Promise<void> => {
  const { log } = dependencies;
  const { name } = following;
  const outage = createOutageLog(log, { name }, 'handing over events');
  const lease = openLease(dependencies, `projected-events.${name}`);
  for (let failures = 0; !signal.aborted; ) {
    try {
      const holding = await lease.acquire(signal);
      if (holding === undefined) return;
      const took = () => {
        failures = 0;
        outage.worked();
      };
      await follow(dependencies, following, holding, AbortSignal.any([signal, holding.lost]), took).finally(
        holding.release,
      );
    } catch (error) {
      if (signal.aborted) return;
      failures += 1;
      const isNewer = error instanceof NewerEvent;
      if (isNewer) log.warn({ name, reason: error.message }, 'leaving events to a newer program');
      else outage.failed(error);
      await pause(isNewer ? NEWER_PAUSE_MS : backOffMs(failures, RETRY_PAUSE_MAX_MS), signal);
    }
  }
};

const follow = async <Event>(
  { nc, projections }: ProjectedEventsDependencies,
  { reads, handle }: ProjectedEvents<Event>,
  holding: Holding,
  signal: AbortSignal,
  took: () => void,
): Promise<void> => {
  const [{ stream, subjects }] = sourcesOf(reads) as [Source];
  const end = await lastSequence(nc, stream);
  // The note says how far the previous holder came.
  const after = Math.max(Math.min(Number(holding.note ?? 0), end), end - MISSED_COMMITS_MAX);
  for await (const batch of readMessages(nc, { stream, subjects, after, batchSize: BATCH_SIZE, signal })) {
    const events = (await unsealMessages(reads, batch)).flatMap((message) => eventsOf(reads, message));
    const last = batch.at(-1)?.sequence ?? after;
    while (!signal.aborted && !(await projections.waitForMessages(batch, WAIT_MS)))
      await pause(PAUSE_MS, signal);
    if (signal.aborted) return;
    await handle(events);
    holding.leave(String(last));
    took();
  }
};

/** None for an unreadable commit: the projections have parked and reported it. Throws NewerEvent. */
const eventsOf = <Event>(
  reads: readonly AggregateEvents<Event>[],
  message: StoredMessage,
): StoredEvent<Event>[] => {
  const source = aggregateOf(reads, message);
  if (source === undefined) throw new Error(`${message.subject} is not among the subjects it reads`);
  try {
    return eventsIn(source, message);
  } catch (error) {
    if (error instanceof NewerEvent) throw error;
    return [];
  }
};
