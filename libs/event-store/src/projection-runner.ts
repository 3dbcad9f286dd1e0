// Keeps one projection at the end of its stream, whatever breaks on the way, and rebuilds it beside itself.
import { setTimeout as delay } from 'node:timers/promises';
import { type Context, streamOf } from '@tradeium/contracts';
import type { Model } from 'mongoose';
import type { NatsConnection } from 'nats';
import { backOffMs } from './back-off.ts';
import { type Checkpoint, CheckpointMoved, nextIdOf } from './checkpoint.ts';
import { createOutageLog } from './outage-log.ts';
import { type BatchDeps, type Place, takeBatch } from './projection-batch.ts';
import { dropCollection, dropUnused, openModel } from './projection-collections.ts';
import type { AnyProjection } from './projection-definition.ts';
import { readMessages } from './read-messages.ts';
import { createWaiters } from './waiters.ts';

export type ProjectionStatus = {
  name: string;
  version: number;
  /**
   * `following`: at the end of the stream or on the way there. `rebuilding`: its version is new, the old documents
   * are served meanwhile. `outdated`: another process has a newer version of it, this one only reads. `failing`: it
   * is being tried again.
   */
  state: 'opening' | 'following' | 'rebuilding' | 'outdated' | 'failing';
  collection: string | null;
  /** Every event up to here is in the documents. */
  sequence: number;
  /** How many commits of the stream are not yet in the documents. */
  behind: number;
  /** Events that it could not take; see the collection `parked_events`. */
  parked: number;
};

export type ProjectionRunner = {
  context: Context;
  /** Resolves when there are documents to ask, be they old. */
  opened: Promise<void>;
  model(): Model<unknown>;
  waitFor(sequence: number, timeoutMs: number): Promise<boolean>;
  rebuild(): Promise<void>;
  status(): Promise<ProjectionStatus>;
  stop(): Promise<void>;
};

export type RunnerDeps = BatchDeps & { nc: NatsConnection; batchSize: number };

const CONFIRM_EVERY_MS = 5_000;
/** Longer than it takes every process to notice the swap. */
const DROP_AFTER_MS = 3 * CONFIRM_EVERY_MS;
const RETRY_PAUSE_MAX_MS = 5_000;

/** Starts a projection; it runs until it is stopped. */
export function runProjection(deps: RunnerDeps, projection: AnyProjection): ProjectionRunner {
  const { nc, mongo, checkpoints, parked, log } = deps;
  const { name, version } = projection;
  const { context } = projection.reads[0];
  const stream = streamOf(context);
  const details = { projection: name, context };
  const outage = createOutageLog(log, details, 'a projection');
  const waiters = createWaiters();
  const stopping = new AbortController();
  const opened = Promise.withResolvers<void>();
  let reopening = new AbortController();
  let live: { place: Place; model: Model<unknown> } | undefined;
  let state: ProjectionStatus['state'] = 'opening';

  const streamEnd = async () => {
    const manager = await nc.jetstreamManager({ checkAPI: false });
    return (await manager.streams.info(stream)).state.last_seq;
  };

  /** Takes what the stream has after `place`, up to `until` or until the signal is aborted. */
  async function follow(place: Place, signal: AbortSignal, until = Number.POSITIVE_INFINITY): Promise<void> {
    if (place.sequence >= until) return;
    const reading = { stream, after: place.sequence, batchSize: deps.batchSize, signal };
    for await (const batch of readMessages(nc, reading)) {
      await takeBatch(deps, projection, place, batch);
      outage.worked();
      if (place === live?.place) waiters.reached(place.sequence);
      if (place.sequence >= until) return;
    }
  }

  /** Opens what the checkpoint names, for queries at least. */
  async function openLive(): Promise<Place> {
    const checkpoint = await checkpoints.readOrCreate(name, name, version);
    const model = await openModel(mongo, projection, checkpoint.collection);
    const place = { checkpoint, sequence: checkpoint.sequence };
    live = { place, model };
    waiters.reached(place.sequence);
    opened.resolve();
    return place;
  }

  /** Fills a collection beside the live one and puts it in its place. `anew`: goes on with none that was begun. */
  async function replace(current: Checkpoint, anew: boolean): Promise<void> {
    const end = await streamEnd();
    const begun = await checkpoints.readOrCreate(nextIdOf(name), name, version);
    const isUsable = begun.version === version && begun.collection !== current.collection && begun.sequence <= end;
    let next = begun;
    if (anew || !isUsable) {
      await checkpoints.remove(begun);
      if (begun.collection !== current.collection) await dropCollection(deps, begun.collection);
      next = await checkpoints.readOrCreate(nextIdOf(name), name, version);
    }
    log.info({ ...details, version, collection: next.collection, commits: end }, 'rebuilding a projection');
    await openModel(mongo, projection, next.collection);
    await follow({ checkpoint: next, sequence: next.sequence }, stopping.signal, end);
    if (stopping.signal.aborted) return;
    await checkpoints.swap(current, next);
    log.info({ ...details, version, collection: next.collection }, 'a projection was rebuilt');
    reopening.abort();
    dropUnusedLater();
  }

  async function openAndFollow(): Promise<void> {
    reopening = new AbortController();
    const signal = AbortSignal.any([stopping.signal, reopening.signal]);
    const place = await openLive();
    const isAhead = place.sequence > (await streamEnd());
    if (isAhead) log.error(details, 'a projection knows more than its stream, which has lost events');
    if (place.checkpoint.version < version || isAhead) {
      state = 'rebuilding';
      return replace(place.checkpoint, false);
    }
    const isOutdated = place.checkpoint.version > version;
    if (isOutdated) log.error({ ...details, version }, 'a newer version of this projection is in use');
    state = isOutdated ? 'outdated' : 'following';
    const confirming = setInterval(() => confirm(place.checkpoint), CONFIRM_EVERY_MS);
    try {
      if (isOutdated) await aborted(signal);
      else await follow(place, signal);
    } finally {
      clearInterval(confirming);
    }
  }

  /** Sees a swap by another process, or a restored database, also when no event comes. */
  function confirm(checkpoint: Checkpoint): void {
    checkpoints.confirm(checkpoint).catch((error: unknown) => {
      if (error instanceof CheckpointMoved) reopening.abort();
    });
  }

  async function run(): Promise<void> {
    let failures = 0;
    while (!stopping.signal.aborted) {
      try {
        await openAndFollow();
        failures = 0;
      } catch (error) {
        if (stopping.signal.aborted) return;
        failures += 1;
        if (error instanceof CheckpointMoved) log.warn({ ...details, err: error }, 'a projection starts again');
        else outage.failed(error);
        state = 'failing';
        await delay(backOffMs(failures, RETRY_PAUSE_MAX_MS), undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  let dropping: NodeJS.Timeout | undefined;
  function dropUnusedLater(): void {
    clearTimeout(dropping);
    dropping = setTimeout(() => {
      dropUnused(deps, name).catch((error: unknown) => log.warn({ ...details, err: error }, 'dropping failed'));
    }, DROP_AFTER_MS).unref();
  }

  dropUnusedLater();
  const running = run();

  return {
    context,
    opened: opened.promise,
    model() {
      if (live === undefined) throw new Error(`projection ${name} is not open yet`);
      return live.model;
    },
    waitFor: (sequence, timeoutMs) => {
      if (live !== undefined && live.place.sequence >= sequence) return Promise.resolve(true);
      return waiters.wait(sequence, timeoutMs);
    },
    async rebuild() {
      if (live === undefined) throw new Error(`projection ${name} is not open yet`);
      if (state !== 'following') throw new Error(`projection ${name} can't be rebuilt while it is ${state}`);
      await replace(live.place.checkpoint, true);
    },
    async status() {
      const collection = live?.place.checkpoint.collection ?? null;
      const sequence = live?.place.sequence ?? 0;
      return {
        name,
        version,
        state,
        collection,
        sequence,
        behind: (await streamEnd()) - sequence,
        parked: collection === null ? 0 : await parked.count(collection),
      };
    },
    async stop() {
      clearTimeout(dropping);
      stopping.abort();
      await running;
    },
  };
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener('abort', () => resolve(), { once: true });
  });
