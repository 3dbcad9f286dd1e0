// The read side of the store: runs a service's projections and knows how far they have come.
import type { Connection, Model } from 'mongoose';
import type { NatsConnection } from 'nats';
import type { Log } from '../pacing/log.ts';
import type { StoredMessage } from '../streams/commit-codec.ts';
import { type Positions, sourcesOf } from '../streams/stream-positions.ts';
import { openCheckpoints } from './checkpoint.ts';
import { answersWithin } from './database.ts';
import { openParkedEvents, type ParkedEvent } from './parked-events.ts';
import type { AnyProjection, Projection, Stored } from './projection-definition.ts';
import {
  type ProjectionCondition,
  type ProjectionRunner,
  type ProjectionStatus,
  runProjection,
} from './projection-runner.ts';
import type { RebuildFollower } from './shared-rebuild.ts';

export type Projections = {
  /** Resolves when every projection has documents to query, perhaps of an older version. */
  readonly opened: Promise<void>;
  /**
   * The documents of a projection; fetch them for every query, as a rebuild replaces them. Throws
   * an outage before the database was reached.
   */
  documents<Event, Doc extends object>(projection: Projection<Event, Doc>): Model<Stored<Doc>>;
  /**
   * Read your writes: resolves to true as soon as every projection has reached these positions in the streams it
   * reads, to false when one doesn't within `timeoutMs` or stops before them.
   */
  waitFor(positions: Positions, timeoutMs: number): Promise<boolean>;
  /** Like `waitFor`, for those of these messages that each projection reads. Does not end a rest. */
  waitForMessages(messages: readonly StoredMessage[], timeoutMs: number): Promise<boolean>;
  /** Like `waitFor`, for everything that is in the streams now; also covers a rebuild for a new version. */
  caughtUp(timeoutMs: number): Promise<boolean>;
  /**
   * Rebuilds the documents from the first event; the live ones are served until then. Callers at the same time share one
   * rebuild. When the signals of all of them are aborted, it is given up and rejects with RebuildCancelled.
   */
  rebuild(name: string, follower?: RebuildFollower): Promise<void>;
  /** The present work of each projection, from memory only. */
  conditions(): ProjectionCondition[];
  /** The same with figures. */
  status(): Promise<ProjectionStatus[]>;
  /** The events that could not be applied: the oldest of each projection. Throws where the database does not answer. */
  parked(limit: number): Promise<ParkedEvent[]>;
  /** True if the database answers within a second; true where there is none. */
  isDatabaseThere(): Promise<boolean>;
  stop(): Promise<void>;
};

export type ProjectionsDependencies = {
  nc: NatsConnection;
  /** The connection to the service's own database; it may be opened later. */
  mongo: Connection;
  log: Log;
  now: () => Date;
  projections: readonly AnyProjection[];
  /** The maximum number of commits in a batch; the more streams are followed, the smaller by default. */
  batchSize?: number;
  /** How long after a rebuild the old documents are dropped. */
  dropUnusedAfterMs?: number;
};

const BATCH_SIZE_MAX = 4_000;
/** In the batches of all projections in all their streams; twice as many may wait in memory. */
const COMMITS_AT_ONCE = 32_000;
const DATABASE_PATIENCE_MS = 1_000;
/** Every process has noticed a swap after 5 s, and no query takes longer than 10 s. */
const DEFAULT_DROP_UNUSED_AFTER_MS = 15_000;

/** Starts the projections and returns at once; they run on their own from then on, even during outages. */
export const runProjections = (dependencies: ProjectionsDependencies): Projections => {
  const { mongo, now, projections } = dependencies;
  for (const projection of projections) assertWellFormed(projection, projections);
  // Until the database is reached for the first time, each of them waits for it.
  mongo.setMaxListeners(mongo.getMaxListeners() + projections.length);
  const shared = {
    nc: dependencies.nc,
    mongo,
    log: dependencies.log,
    checkpoints: openCheckpoints(mongo),
    parked: openParkedEvents(mongo, now),
    batchSize: dependencies.batchSize ?? batchSizeOf(projections),
    rebuildBatchSize: dependencies.batchSize ?? BATCH_SIZE_MAX,
    dropUnusedAfterMs: dependencies.dropUnusedAfterMs ?? DEFAULT_DROP_UNUSED_AFTER_MS,
  };
  const runners = new Map(
    projections.map((projection) => [projection.name, runProjection({ ...shared, projection })]),
  );
  const all = [...runners.values()];

  const runnerOf = (name: string): ProjectionRunner => {
    const runner = runners.get(name);
    if (runner === undefined) throw new Error(`there is no projection ${name}`);
    return runner;
  };
  return {
    opened: Promise.all(all.map(({ opened }) => opened)).then(() => undefined),
    documents: <Event, Doc extends object>({ name }: Projection<Event, Doc>) =>
      runnerOf(name).model() as unknown as Model<Stored<Doc>>,
    waitFor: (positions, timeoutMs) => every(all, (runner) => runner.waitFor(positions, timeoutMs)),
    waitForMessages: (messages, timeoutMs) =>
      every(all, (runner) => runner.waitForMessages(messages, timeoutMs)),
    caughtUp: (timeoutMs) => every(all, async (runner) => runner.waitFor(await runner.ends(), timeoutMs)),
    rebuild: async (name, follower = {}) => runnerOf(name).rebuild(follower),
    conditions: () => all.map((runner) => runner.condition()),
    status: () => Promise.all(all.map((runner) => runner.status())),
    parked: async (limit) => (await Promise.all(all.map((runner) => runner.parked(limit)))).flat(),
    isDatabaseThere: () => answersWithin(mongo, DATABASE_PATIENCE_MS),
    stop: async () => void (await Promise.all(all.map((runner) => runner.stop()))),
  };
};

const batchSizeOf = (projections: readonly AnyProjection[]): number => {
  const streams = projections.reduce((sum, { reads }) => sum + sourcesOf(reads).length, 0);
  return Math.min(BATCH_SIZE_MAX, Math.ceil(COMMITS_AT_ONCE / Math.max(1, streams)));
};

const every = async (
  runners: readonly ProjectionRunner[],
  holds: (runner: ProjectionRunner) => Promise<boolean>,
): Promise<boolean> => (await Promise.all(runners.map(holds))).every(Boolean);

const assertWellFormed = ({ name }: AnyProjection, all: readonly AnyProjection[]): void => {
  if (!/^[a-z][a-z0-9_]{0,50}$/.test(name)) throw new Error(`not a projection name: ${name}`);
  if (all.filter((other) => other.name === name).length > 1)
    throw new Error(`two projections are called ${name}`);
};
