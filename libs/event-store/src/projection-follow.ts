// Takes a stream into a projection's documents, from where they are to where they shall be.
import { streamOf } from '@tradeium/contracts';
import type { Model } from 'mongoose';
import type { NatsConnection } from 'nats';
import type { OutageLog } from './outage-log.ts';
import { type BatchDeps, type Place, takeBatch } from './projection-batch.ts';
import type { AnyProjection } from './projection-definition.ts';
import { lastSequence, readMessages } from './read-messages.ts';
import type { Waiters } from './waiters.ts';

/**
 * `following`: at the end of the stream or on the way there. `rebuilding`: its version is new; the old documents are
 * served until the new ones are there. `outdated`: another process runs a newer version, this one only reads.
 * `failing`: it is tried again and again.
 */
export type ProjectionState = 'opening' | 'following' | 'rebuilding' | 'outdated' | 'failing';

export type ProjectionDeps = BatchDeps & {
  readonly nc: NatsConnection;
  readonly projection: AnyProjection;
  readonly batchSize: number;
  /** How long a replaced collection is kept for queries that are under way. */
  readonly dropUnusedAfterMs: number;
};

/** One projection at work. */
export type Running = ProjectionDeps & {
  readonly outage: OutageLog;
  readonly waiters: Waiters;
  readonly stopping: AbortController;
  /** Aborted when the checkpoint must be read again. */
  reopening: AbortController;
  state: ProjectionState;
  /** What queries see; `isCurrent` when it was made by this version of the projection, from this stream. */
  live: { place: Place; model: Model<unknown>; isCurrent: boolean } | undefined;
  /** Resolved when queries see something. */
  readonly opened: PromiseWithResolvers<void>;
};

/** Takes what the stream has after `place`: up to `until`, or for as long as the signal is not aborted. */
export async function follow(
  running: Running,
  place: Place,
  signal: AbortSignal,
  until = Number.POSITIVE_INFINITY,
): Promise<void> {
  const { nc, projection, batchSize, outage, waiters } = running;
  if (place.sequence >= until) return;
  const stream = streamOf(projection.reads[0].context);
  for await (const batch of readMessages(nc, { stream, after: place.sequence, batchSize, signal })) {
    await takeBatch(running, projection, place, batch);
    outage.worked();
    if (place === running.live?.place) waiters.reached(place.sequence);
    if (place.sequence >= until) return;
  }
}

/** The sequence of the newest message of the projection's stream. */
export const streamEnd = ({ nc, projection }: ProjectionDeps): Promise<number> =>
  lastSequence(nc, streamOf(projection.reads[0].context));
