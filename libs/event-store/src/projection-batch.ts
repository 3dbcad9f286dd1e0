// Takes one batch of messages into a projection's documents, and sets aside what can't be taken.
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { backOffMs } from './back-off.ts';
import { type Checkpoint, CheckpointMoved, type Checkpoints } from './checkpoint.ts';
import type { StoredMessage } from './commit-codec.ts';
import { isDatabaseDown, isDuplicateKey } from './database.ts';
import type { Log } from './log.ts';
import type { ParkedEvents } from './parked-events.ts';
import type { AnyProjection } from './projection-definition.ts';
import { loadDocuments, writeDocuments } from './projection-documents.ts';
import { collectChanges, foldChanges, type Poison } from './projection-fold.ts';

export type BatchDeps = { mongo: Connection; checkpoints: Checkpoints; parked: ParkedEvents; log: Log };

/** A collection that follows its stream. */
export type Place = {
  /** What the database knows; never ahead of the documents. */
  readonly checkpoint: Checkpoint;
  /** How far the documents have come. */
  sequence: number;
};

/** Commits that change nothing here move the checkpoint only after this many: a restart reads them again. */
const UNSAVED_COMMITS_MAX = 1_000;
const TRIES_BEFORE_PARKING = 3;

/**
 * Takes a batch: documents first, the checkpoint after them. Commits that can't be taken though the database works
 * are found by halving the batch, and parked. Throws when the database is down or the checkpoint has moved; then the
 * same batch can be taken again.
 */
export async function takeBatch(
  deps: BatchDeps,
  projection: AnyProjection,
  place: Place,
  batch: readonly StoredMessage[],
): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyBatch(deps, projection, place, batch);
    } catch (error) {
      if (error instanceof CheckpointMoved || (await isDatabaseDown(deps.mongo, error))) throw error;
      // Another process has made the same document meanwhile; it is read the next time.
      if (isDuplicateKey(error) && tries === 1) continue;
      if (batch.length > 1) break;
      if (tries < TRIES_BEFORE_PARKING) await delay(backOffMs(tries, 1_000));
      else return park(deps, projection, place, batch[0] as StoredMessage, error);
    }
  }
  const middle = Math.ceil(batch.length / 2);
  await takeBatch(deps, projection, place, batch.slice(0, middle));
  await takeBatch(deps, projection, place, batch.slice(middle));
}

async function applyBatch(
  deps: BatchDeps,
  projection: AnyProjection,
  place: Place,
  batch: readonly StoredMessage[],
): Promise<void> {
  const { mongo, checkpoints } = deps;
  const { checkpoint } = place;
  const end = batch.at(-1)?.sequence ?? place.sequence;
  const { changes, poison: unread } = collectChanges(projection, batch);
  if (changes.length > 0 || unread.length > 0) {
    const ids = [...new Set(changes.map(({ change }) => change.id))];
    const [documents] = await Promise.all([
      loadDocuments(mongo, checkpoint.collection, ids),
      // A database that was restored while we ran must not be written to as if nothing had happened.
      checkpoints.confirm(checkpoint),
    ]);
    const { writes, poison } = foldChanges(changes, documents);
    // Parked before the documents are written: after that a replay would pass over the event.
    await parkAll(deps, projection, place, [...unread, ...poison]);
    await writeDocuments(mongo, checkpoint.collection, writes);
    await checkpoints.advance(checkpoint, end);
  } else if (end - checkpoint.sequence >= UNSAVED_COMMITS_MAX) {
    await checkpoints.advance(checkpoint, end);
  }
  place.sequence = end;
}

async function park(
  deps: BatchDeps,
  projection: AnyProjection,
  place: Place,
  { sequence, subject }: StoredMessage,
  error: unknown,
): Promise<void> {
  await parkAll(deps, projection, place, [{ sequence, index: -1, type: subject, error }]);
  await deps.checkpoints.advance(place.checkpoint, sequence);
  place.sequence = sequence;
}

async function parkAll(
  { parked, log }: BatchDeps,
  projection: AnyProjection,
  place: Place,
  poison: readonly Poison[],
): Promise<void> {
  await parked.park(projection.name, place.checkpoint.collection, poison);
  for (const { sequence, index, type, error } of poison) {
    log.error({ err: error, projection: projection.name, sequence, index, type }, 'an event was parked');
  }
}
