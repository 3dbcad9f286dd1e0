// Runs one projection until it is stopped, whatever breaks on the way.
import { setTimeout as delay } from 'node:timers/promises';
import type { Model } from 'mongoose';
import { backOffMs } from './back-off.ts';
import { type Checkpoint, CheckpointMoved } from './checkpoint.ts';
import { firstOpen } from './database.ts';
import { createOutageLog } from './outage-log.ts';
import type { Place } from './projection-batch.ts';
import { dropUnused, modelOf } from './projection-collections.ts';
import {
  follow,
  type ProjectionDeps,
  type ProjectionState,
  type Running,
  streamEnd,
} from './projection-follow.ts';
import { replaceCollection } from './projection-rebuild.ts';
import { createWaiters } from './waiters.ts';

export type ProjectionStatus = {
  name: string;
  version: number;
  state: ProjectionState;
  collection: string | null;
  /** Every event up to here is in the documents. */
  sequence: number;
  /** How many messages of the stream are not in the documents yet. */
  behind: number;
  /** Events that it could not take; see the collection `parked_events`. */
  parked: number;
};

export type ProjectionRunner = {
  readonly context: string;
  /** Resolves when there are documents to ask, be they of an older version. */
  readonly opened: Promise<void>;
  model(): Model<unknown>;
  /** Whether the documents have come as far as `sequence`, waiting for it if need be. */
  waitFor(sequence: number, timeoutMs: number): Promise<boolean>;
  rebuild(): Promise<void>;
  streamEnd(): Promise<number>;
  status(): Promise<ProjectionStatus>;
  stop(): Promise<void>;
};

const CONFIRM_EVERY_MS = 5_000;
const RETRY_PAUSE_MAX_MS = 5_000;

/** Starts a projection. */
export function runProjection(deps: ProjectionDeps): ProjectionRunner {
  const { projection, log } = deps;
  const { context } = projection.reads[0];
  const running: Running = {
    ...deps,
    outage: createOutageLog(log, { projection: projection.name, context }, 'a projection'),
    waiters: createWaiters(),
    stopping: new AbortController(),
    reopening: new AbortController(),
    state: 'opening',
    live: undefined,
    opened: Promise.withResolvers(),
  };
  const ended = keepRunning(running);
  let rebuilding: Promise<void> | undefined;
  return {
    context,
    opened: running.opened.promise,
    model: () => liveOf(running).model,
    waitFor(sequence, timeoutMs) {
      const isThere = running.live?.isCurrent && running.live.place.sequence >= sequence;
      return isThere ? Promise.resolve(true) : running.waiters.wait(sequence, timeoutMs);
    },
    async rebuild() {
      const { checkpoint } = liveOf(running).place;
      rebuilding ??= replaceCollection(running, checkpoint, { anew: true }).finally(() => {
        rebuilding = undefined;
      });
      return rebuilding;
    },
    streamEnd: () => streamEnd(running),
    status: () => statusOf(running),
    async stop() {
      running.stopping.abort();
      await Promise.allSettled([ended, rebuilding]);
    },
  };
}

async function keepRunning(running: Running): Promise<void> {
  const { projection, log, outage, stopping } = running;
  await firstOpen(running.mongo, stopping.signal);
  for (let failures = 0; !stopping.signal.aborted; ) {
    try {
      await openAndFollow(running);
      failures = 0;
    } catch (error) {
      if (stopping.signal.aborted) return;
      failures += 1;
      running.state = 'failing';
      if (!(error instanceof CheckpointMoved)) outage.failed(error);
      else
        log.warn(
          { projection: projection.name, reason: error.message },
          'a projection starts from its checkpoint',
        );
      const pauseMs = backOffMs(failures, RETRY_PAUSE_MAX_MS);
      await delay(pauseMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  }
}

/** Follows the live collection until the checkpoint must be read again; a new version makes a new collection first. */
async function openAndFollow(running: Running): Promise<void> {
  const { projection, log, stopping } = running;
  running.reopening = new AbortController();
  const signal = AbortSignal.any([stopping.signal, running.reopening.signal]);
  const place = await openLive(running);
  const { checkpoint } = place;
  const details = { projection: projection.name, version: projection.version, live: checkpoint };
  if (checkpoint.version > projection.version) {
    log.error(details, 'a newer version of this projection is in use, this one only reads');
    running.state = 'outdated';
    return withCare(running, checkpoint, () => aborted(signal));
  }
  const end = await streamEnd(running);
  const isAhead = checkpoint.sequence > end;
  if (isAhead) log.error(details, 'a projection knows more than its stream: the stream has lost events');
  if (isAhead || checkpoint.version < projection.version) {
    running.state = 'rebuilding';
    return replaceCollection(running, checkpoint, { anew: false });
  }
  running.state = 'following';
  liveOf(running).isCurrent = true;
  running.waiters.reached(place.sequence);
  return withCare(running, checkpoint, async () => {
    // What is there already is taken before the indexes are made, which is faster than the other way round.
    if (checkpoint.sequence === 0) await follow(running, place, signal, end);
    if (!signal.aborted) await liveOf(running).model.createIndexes();
    await follow(running, place, signal);
  });
}

/** Opens what the checkpoint names, for queries at least. */
async function openLive(running: Running): Promise<Place> {
  const { checkpoints, mongo, projection, opened } = running;
  const checkpoint = await checkpoints.readOrCreate(projection.name, projection.name, projection.version);
  const model = modelOf(mongo, projection, checkpoint.collection);
  const place = { checkpoint, sequence: checkpoint.sequence };
  running.live = { place, model, isCurrent: false };
  opened.resolve();
  return place;
}

/**
 * Works, and meanwhile looks after two things: whether the checkpoint was swapped by another process or set back with
 * a restored database, and, once nobody uses them any more, that replaced collections are dropped.
 */
async function withCare(running: Running, checkpoint: Checkpoint, work: () => Promise<void>): Promise<void> {
  const { checkpoints, projection, log, dropUnusedAfterMs } = running;
  const confirming = setInterval(() => {
    checkpoints.confirm(checkpoint).catch((error: unknown) => {
      if (error instanceof CheckpointMoved) running.reopening.abort();
    });
  }, CONFIRM_EVERY_MS);
  const dropping = setTimeout(() => {
    dropUnused(running, projection.name).catch((error: unknown) => {
      log.warn({ projection: projection.name, err: error }, 'an unused collection could not be dropped');
    });
  }, dropUnusedAfterMs);
  try {
    await work();
  } finally {
    clearInterval(confirming);
    clearTimeout(dropping);
  }
}

async function statusOf(running: Running): Promise<ProjectionStatus> {
  const { projection, state, live, parked } = running;
  const sequence = live?.place.sequence ?? 0;
  const collection = live?.place.checkpoint.collection ?? null;
  return {
    name: projection.name,
    version: projection.version,
    state,
    collection,
    sequence,
    behind: (await streamEnd(running)) - sequence,
    parked: collection === null ? 0 : await parked.count(collection),
  };
}

function liveOf(running: Running): NonNullable<Running['live']> {
  if (running.live === undefined) throw new Error(`projection ${running.projection.name} is not open yet`);
  return running.live;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
