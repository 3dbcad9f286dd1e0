// Runs one projection until it is stopped, whatever breaks.
import type { Model } from 'mongoose';
import { backOffMs } from '../pacing/back-off.ts';
import { createOutageLog } from '../pacing/outage-log.ts';
import { pause } from '../pacing/pause.ts';
import { lastSequences, nextSequence, type Positions, sourcesOf } from '../streams/stream-positions.ts';
import { CheckpointMoved } from './checkpoint.ts';
import { answersWithin, DatabaseNotReached, isDatabaseTimeout } from './database.ts';
import type { ParkedEvent } from './parked-events.ts';
import { StoppedAtNewerEvent } from './projection-batch.ts';
import { replaceCollection } from './projection-rebuild.ts';
import { createRest } from './projection-rest.ts';
import {
  noteReached,
  type ProjectionDependencies,
  type ProjectionState,
  type Running,
} from './projection-state.ts';
import { createPositionWait, type PositionWait } from './projection-wait.ts';
import { createTurns, type Turns } from './projection-work.ts';
import { type RebuildFollower, type RebuildProgress, shareRebuild } from './shared-rebuild.ts';
import { createWaiters } from './waiters.ts';

/** The present work of a projection, or why it is not working. */
export type ProjectionCondition = {
  name: string;
  version: number;
  state: ProjectionState;
  reason: string | null;
  /** Of a rebuild under way in this process. */
  rebuilding: RebuildProgress | null;
};

export type ProjectionStatus = ProjectionCondition & {
  collection: string | null;
  /** By stream: every event up to here is in the documents. */
  positions: Positions;
  /** The maximum number of messages that are not in the documents yet. */
  behind: number;
  /** Events that it could not apply; see the collection `parked_events`. Null while the database is down. */
  parked: number | null;
};

export type ProjectionRunner = Omit<PositionWait, 'resume'> & {
  /** Resolves when there are documents to query, perhaps of an older version. */
  readonly opened: Promise<void>;
  /** Throws DatabaseNotReached before `opened`. */
  model(): Model<unknown>;
  rebuild(follower: RebuildFollower): Promise<void>;
  /** The oldest events that it could not apply. Throws where the database does not answer. */
  parked(limit: number): Promise<ParkedEvent[]>;
  /** The current ends of its streams. */
  ends(): Promise<Positions>;
  condition(): ProjectionCondition;
  status(): Promise<ProjectionStatus>;
  stop(): Promise<void>;
};

const RETRY_PAUSE_MAX_MS = 5_000;
/** How long a program that had to stop leaves the work to others. */
const STOPPED_PAUSE_MS = 30_000;
/** A status does not wait longer for the database. */
const PING_TIMEOUT_MS = 1_000;

/** Starts a projection. */
export const runProjection = (dependencies: Omit<ProjectionDependencies, 'sources'>): ProjectionRunner => {
  const { projection, log } = dependencies;
  const running: Running = {
    ...dependencies,
    sources: sourcesOf(projection.reads),
    outage: createOutageLog(log, { projection: projection.name }, 'a projection'),
    waiters: createWaiters(),
    rest: createRest(),
    stopping: new AbortController(),
    reopening: new AbortController(),
    chunkSize: dependencies.batchSize,
    state: 'opening',
    reason: 'it is being opened',
    stopped: null,
    live: undefined,
    rebuilding: null,
    opened: Promise.withResolvers(),
  };
  const wait = createPositionWait(running, (purpose) => turns.askHolder(purpose));
  const turns = createTurns(running, wait.resume);
  const ended = keepRunning(running, turns);
  const rebuilds = shareRebuild(async ({ signal, onProgress }) => {
    const { checkpoint } = liveOf(running);
    const stopping = AbortSignal.any([signal, running.stopping.signal]);
    await replaceCollection(running, checkpoint, { anew: true, signal: stopping, onProgress });
  });
  return {
    opened: running.opened.promise,
    model: () => liveOf(running).model,
    waitFor: wait.waitFor,
    waitForMessages: wait.waitForMessages,
    rebuild: rebuilds.follow,
    async parked(limit) {
      const { collection } = liveOf(running).checkpoint;
      return running.parked.list(collection, limit);
    },
    ends: () => lastSequences(running.nc, running.sources),
    condition: () => conditionOf(running),
    status: () => statusOf(running),
    async stop() {
      running.stopping.abort();
      await Promise.allSettled([ended, rebuilds.settled()]);
      turns.stop();
    },
  };
};

const keepRunning = async (running: Running, turns: Turns): Promise<void> => {
  const { stopping } = running;
  for (let failures = 0; !stopping.signal.aborted; ) {
    try {
      await turns.takeTurn();
      failures = 0;
    } catch (error) {
      if (stopping.signal.aborted) return;
      failures += 1;
      await pauseAfter(running, error, failures);
    }
  }
};

const pauseAfter = async (running: Running, error: unknown, failures: number): Promise<void> => {
  const { projection, log, outage, stopping } = running;
  const details = { projection: projection.name };
  const { signal } = stopping;
  if (error instanceof StoppedAtNewerEvent) {
    const isNews = running.stopped?.sequence !== error.sequence;
    running.state = 'stopped';
    running.stopped = error;
    noteReached(running, {});
    if (isNews) log.error({ ...details, reason: error.message }, 'a projection stops at a newer event');
    return pause(STOPPED_PAUSE_MS, signal);
  }
  running.reason = error instanceof Error ? error.message : String(error);
  if (error instanceof DatabaseNotReached) return connected(running, signal);
  running.state = 'failing';
  if (error instanceof CheckpointMoved)
    log.warn({ ...details, reason: error.message }, 'a projection starts from its checkpoint');
  else outage.failed(error);
  // A slow database may manage smaller batches.
  if (isDatabaseTimeout(error)) running.chunkSize = Math.max(1, Math.floor(running.chunkSize / 4));
  return pause(backOffMs(failures, RETRY_PAUSE_MAX_MS), signal);
};

/** Waits until the database has been reached for the first time; checks every few seconds. */
const connected = async ({ mongo }: Running, signal: AbortSignal): Promise<void> => {
  const over = new AbortController();
  const end = () => over.abort();
  mongo.once('connected', end);
  await pause(RETRY_PAUSE_MAX_MS, AbortSignal.any([signal, over.signal]));
  mongo.off('connected', end);
};

const conditionOf = ({ projection, state, reason, stopped, rebuilding }: Running): ProjectionCondition => ({
  name: projection.name,
  version: projection.version,
  state,
  reason: stopped?.message ?? reason,
  rebuilding,
});

const statusOf = async (running: Running): Promise<ProjectionStatus> => {
  const { live, mongo, parked } = running;
  const collection = live?.checkpoint.collection ?? null;
  const isAnswering = await answersWithin(mongo, PING_TIMEOUT_MS);
  return {
    ...conditionOf(running),
    collection,
    positions: live?.reached ?? {},
    behind: await behindOf(running),
    parked: collection === null || !isAnswering ? null : await parked.count(collection).catch(() => null),
  };
};

const behindOf = async ({ nc, sources, live }: Running): Promise<number> => {
  const ends = await lastSequences(nc, sources);
  const counts = sources.map(async (source) => {
    const reached = live?.reached[source.stream] ?? 0;
    const end = ends[source.stream] ?? 0;
    return (await nextSequence(nc, source, reached)) > end ? 0 : end - reached;
  });
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
};

const liveOf = ({ live, projection }: Running): NonNullable<Running['live']> => {
  if (live === undefined) throw new DatabaseNotReached(`projection ${projection.name} is not open yet`);
  return live;
};
