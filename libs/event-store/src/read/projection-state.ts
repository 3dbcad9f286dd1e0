// One projection in one process: its input, its state, and how far its documents have come.
import type { Model } from 'mongoose';
import type { NatsConnection } from 'nats';
import type { OutageLog } from '../pacing/outage-log.ts';
import type { Positions } from '../streams/stream-positions.ts';
import type { Checkpoint } from './checkpoint.ts';
import type { BatchDependencies, StoppedAtNewerEvent } from './projection-batch.ts';
import type { Rest } from './projection-rest.ts';
import type { RebuildProgress } from './shared-rebuild.ts';
import type { Waiters } from './waiters.ts';

/**
 * `following`: this process does the work. `standby`: another one does; this one takes over when it ends.
 * `rebuilding`: its version is new; the old documents are served until the new ones are ready. `outdated`: another
 * process runs a newer version, this one only reads. `stopped`: the next event is newer than this program. `failing`: it is
 * retried again and again.
 */
export type ProjectionState =
  | 'opening'
  | 'standby'
  | 'following'
  | 'rebuilding'
  | 'outdated'
  | 'stopped'
  | 'failing';

export type ProjectionDependencies = BatchDependencies & {
  readonly nc: NatsConnection;
  /** The maximum number of commits in a batch. */
  readonly batchSize: number;
  /** The same while it is rebuilt, which few are at a time. */
  readonly rebuildBatchSize: number;
  /** How long a replaced collection is kept for queries that are under way. */
  readonly dropUnusedAfterMs: number;
};

/** The documents and positions that queries see. */
export type Live = {
  readonly checkpoint: Checkpoint;
  readonly model: Model<unknown>;
  /** How far the documents have come, by this process's own work or the latest notice. */
  reached: Positions;
  /** True if the documents were made by this version of the projection or a newer one, from these streams. */
  isCurrent: boolean;
};

/** One projection at work. */
export type Running = ProjectionDependencies & {
  readonly outage: OutageLog;
  readonly waiters: Waiters;
  readonly rest: Rest;
  readonly stopping: AbortController;
  /** Aborted when the checkpoint must be read again. */
  reopening: AbortController;
  /** The current size of a batch: smaller while the database is slow. */
  chunkSize: number;
  state: ProjectionState;
  /** Why it is not working, when it isn't. */
  reason: string | null;
  /** The event at which this program had to stop, until a newer one has brought the documents past it. */
  stopped: StoppedAtNewerEvent | null;
  live: Live | undefined;
  /** Of a rebuild under way in this process. */
  rebuilding: RebuildProgress | null;
  /** Resolved when queries see something. */
  readonly opened: PromiseWithResolvers<void>;
};

/** Notes how far the documents have come; never goes back. */
export const noteReached = (running: Running, positions: Positions): void => {
  const { live, waiters, stopped } = running;
  if (live === undefined) return;
  const reached: Record<string, number> = { ...live.reached };
  for (const [stream, sequence] of Object.entries(positions))
    reached[stream] = Math.max(sequence, reached[stream] ?? 0);
  live.reached = reached;
  if (!live.isCurrent) return;
  for (const [stream, sequence] of Object.entries(reached)) waiters.reached(stream, sequence);
  if (stopped === null) return;
  // A newer program has brought the documents past the event at which this one had to stop.
  if ((reached[stopped.stream] ?? 0) >= stopped.sequence) {
    running.stopped = null;
    running.reason = null;
    if (running.state === 'stopped') running.state = 'standby';
  } else {
    waiters.stoppedBefore(stopped.stream, stopped.sequence);
  }
};
