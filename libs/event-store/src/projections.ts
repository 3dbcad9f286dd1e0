// The read side of the store: keeps the projections of a service and tells how far they have come.
import type { Connection, Model } from 'mongoose';
import type { NatsConnection } from 'nats';
import { openCheckpoints } from './checkpoint.ts';
import type { Log } from './log.ts';
import { openParkedEvents } from './parked-events.ts';
import type { AnyProjection, Projection, Stored } from './projection-definition.ts';
import { type ProjectionRunner, type ProjectionStatus, runProjection } from './projection-runner.ts';

export type Projections = {
  /** The documents of a projection, to be asked; ask anew for every query, as a rebuild puts others in their place. */
  documents<Event, Doc extends object>(projection: Projection<Event, Doc>): Model<Stored<Doc>>;
  /**
   * Read your writes: resolves to true as soon as every projection of this context has taken the commit at
   * `sequence`, to false when one has not within `timeoutMs`.
   */
  waitFor(context: string, sequence: number, timeoutMs: number): Promise<boolean>;
  /** Like `waitFor`, for everything that is in the streams now: also after a rebuild for a new version. */
  caughtUp(timeoutMs: number): Promise<boolean>;
  /** Makes the documents anew from the first event on, beside the live ones, which are served until then. */
  rebuild(name: string): Promise<void>;
  status(): Promise<ProjectionStatus[]>;
  stop(): Promise<void>;
};

export type ProjectionsDeps = {
  nc: NatsConnection;
  /** An open connection to the service's own database. */
  mongo: Connection;
  log: Log;
  now: () => Date;
  projections: readonly AnyProjection[];
  /** The most commits that are taken at once. */
  batchSize?: number;
  /** How long after a rebuild the old documents are dropped. */
  dropUnusedAfterMs?: number;
};

const DEFAULT_BATCH_SIZE = 4_000;
/** Every process has noticed a swap after 5 s, and no query takes longer than 10 s. */
const DEFAULT_DROP_UNUSED_AFTER_MS = 15_000;
const OPENING_TIMEOUT_MS = 60_000;

/** Starts the projections; resolves when each has documents to ask, be they old. From then on they run by themselves. */
export async function runProjections(deps: ProjectionsDeps): Promise<Projections> {
  const { mongo, now, projections } = deps;
  for (const projection of projections) assertWellFormed(projection, projections);
  const shared = {
    nc: deps.nc,
    mongo,
    log: deps.log,
    checkpoints: openCheckpoints(mongo),
    parked: openParkedEvents(mongo, now),
    batchSize: deps.batchSize ?? DEFAULT_BATCH_SIZE,
    dropUnusedAfterMs: deps.dropUnusedAfterMs ?? DEFAULT_DROP_UNUSED_AFTER_MS,
  };
  const runners = new Map(
    projections.map((projection) => [projection.name, runProjection({ ...shared, projection })]),
  );
  const all = [...runners.values()];
  const stop = async () => void (await Promise.all(all.map((runner) => runner.stop())));
  if (!(await within(OPENING_TIMEOUT_MS, Promise.all(all.map(({ opened }) => opened))))) {
    await stop();
    throw new Error(`the projections could not be opened within ${OPENING_TIMEOUT_MS} ms`);
  }

  const runnerOf = (name: string): ProjectionRunner => {
    const runner = runners.get(name);
    if (runner === undefined) throw new Error(`there is no projection ${name}`);
    return runner;
  };
  return {
    documents: <Event, Doc extends object>({ name }: Projection<Event, Doc>) =>
      runnerOf(name).model() as unknown as Model<Stored<Doc>>,
    waitFor: (context, sequence, timeoutMs) =>
      every(
        all.filter((runner) => runner.context === context),
        (runner) => runner.waitFor(sequence, timeoutMs),
      ),
    caughtUp: (timeoutMs) =>
      every(all, async (runner) => runner.waitFor(await runner.streamEnd(), timeoutMs)),
    rebuild: async (name) => runnerOf(name).rebuild(),
    status: () => Promise.all(all.map((runner) => runner.status())),
    stop,
  };
}

async function within(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  const { promise: late, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), timeoutMs);
  return Promise.race([work.then(() => true), late]).finally(() => clearTimeout(timer));
}

async function every(
  runners: readonly ProjectionRunner[],
  holds: (runner: ProjectionRunner) => Promise<boolean>,
): Promise<boolean> {
  return (await Promise.all(runners.map(holds))).every(Boolean);
}

function assertWellFormed(projection: AnyProjection, all: readonly AnyProjection[]): void {
  const { name, reads } = projection;
  if (!/^[a-z][a-z0-9_]{0,50}$/.test(name)) throw new Error(`not a projection name: ${name}`);
  if (all.some((other) => other !== projection && other.name === name)) {
    throw new Error(`two projections are called ${name}`);
  }
  if (reads.some(({ context }) => context !== reads[0].context)) {
    throw new Error(`projection ${name} reads more than one context`);
  }
}
