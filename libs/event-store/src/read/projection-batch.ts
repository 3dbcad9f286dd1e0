// Applies one batch of messages to a projection's documents, and parks what can't be applied.
import { setTimeout as delay } from 'node:timers/promises';
import type { Connection } from 'mongoose';
import { backOffMs } from '../pacing/back-off.ts';
import type { Log } from '../pacing/log.ts';
import type { StoredMessage } from '../streams/commit-codec.ts';
import type { NewerEvent } from '../streams/read-event.ts';
import type { Positions, Source } from '../streams/stream-positions.ts';
import { type Checkpoint, CheckpointMoved, type Checkpoints } from './checkpoint.ts';
import { isDatabaseDown, isDuplicateKey } from './database.ts';
import type { ParkedEvents } from './parked-events.ts';
import type { AnyProjection } from './projection-definition.ts';
import { DocumentMoved, loadDocuments, writeDocuments } from './projection-documents.ts';
import { collectChanges, foldChanges, type Poison } from './projection-fold.ts';

export type BatchDependencies = {
  readonly mongo: Connection;
  readonly checkpoints: Checkpoints;
  readonly parked: ParkedEvents;
  readonly log: Log;
  readonly projection: AnyProjection;
  readonly sources: readonly Source[];
};

/** A collection that follows its streams. */
export type Progress = {
  /** The stored checkpoint; never ahead of the documents. */
  readonly checkpoint: Checkpoint;
  /** How far the documents have come, by stream. */
  positions: Positions;
};

/** A projection has reached an event that only a newer program can read. */
export class StoppedAtNewerEvent extends Error {
  readonly stream: string;
  readonly sequence: number;
  constructor(stream: string, sequence: number, cause: NewerEvent) {
    super(`${cause.message} (${stream} ${sequence})`, { cause });
    this.stream = stream;
    this.sequence = sequence;
  }
}

/** Commits that change nothing move the checkpoint only after this many; a restart reads them again. */
const UNSAVED_COMMITS_MAX = 1_000;
const TRIES_BEFORE_PARKING = 3;

/**
 * Applies a batch of one stream: documents first, then the checkpoint. Commits that can't be applied though the
 * database works are found by halving the batch, and parked. Throws when the database is down or slow, when the checkpoint
 * has moved, and at an event of a newer program, after applying what precedes it; the rest can be retried.
 */
export const takeBatch = async (
  dependencies: BatchDependencies,
  source: Source,
  place: Progress,
  batch: readonly StoredMessage[],
): Promise<void> => {
  for (let tries = 1; ; tries += 1) {
    try {
      return await applyBatch(dependencies, source, place, batch, tries > 1);
    } catch (error) {
      if (error instanceof StoppedAtNewerEvent || error instanceof CheckpointMoved) throw error;
      // Another process has written the same document; the next try loads it again.
      if (error instanceof DocumentMoved || isDuplicateKey(error)) {
        if (tries < TRIES_BEFORE_PARKING) continue;
        throw error;
      }
      if (await isDatabaseDown(dependencies.mongo, error)) throw error;
      if (batch.length > 1) break;
      if (tries < TRIES_BEFORE_PARKING) await delay(backOffMs(tries, 1_000));
      else return park(dependencies, source, place, batch[0] as StoredMessage, error);
    }
  }
  const middle = Math.ceil(batch.length / 2);
  await takeBatch(dependencies, source, place, batch.slice(0, middle));
  await takeBatch(dependencies, source, place, batch.slice(middle));
};

const applyBatch = async (
  dependencies: BatchDependencies,
  source: Source,
  place: Progress,
  batch: readonly StoredMessage[],
  isRepeated: boolean,
): Promise<void> => {
  const { checkpoints, projection } = dependencies;
  const { checkpoint } = place;
  const { stream } = source;
  const collected = collectChanges(projection, source, batch);
  const { newer } = collected;
  const end = newer === undefined ? (batch.at(-1)?.sequence ?? 0) : newer.sequence - 1;
  if (collected.changes.length > 0 || collected.poison.length > 0) {
    await applyChanges(dependencies, source, place, collected, isRepeated);
    await checkpoints.advance(checkpoint, stream, end);
  } else if (end - (checkpoint.positions[stream] ?? 0) >= UNSAVED_COMMITS_MAX) {
    await checkpoints.advance(checkpoint, stream, end);
  }
  place.positions = { ...place.positions, [stream]: end };
  if (newer !== undefined) throw new StoppedAtNewerEvent(stream, newer.sequence, newer.error);
};

const applyChanges = async (
  dependencies: BatchDependencies,
  { stream }: Source,
  { checkpoint }: Progress,
  { changes, poison: unread }: ReturnType<typeof collectChanges>,
  isRepeated: boolean,
): Promise<void> => {
  const { mongo, checkpoints, sources } = dependencies;
  // New documents that are there already were written before the checkpoint was: their inserts fail, and the batch is repeated.
  const looked = changes.filter(({ change }) => isRepeated || !change.isFirst);
  const ids = [...new Set(looked.map(({ change }) => change.id))];
  const [documents] = await Promise.all([
    loadDocuments(mongo, checkpoint.collection, ids),
    // A database restored while we ran must not be written to as if nothing had happened.
    checkpoints.confirm(checkpoint),
  ]);
  const { writes, poison } = foldChanges(stream, changes, documents);
  // Parked before the documents are written: afterwards a replay would skip the event.
  await parkAll(dependencies, stream, checkpoint, [...unread, ...poison]);
  const streams = sources.map((source) => source.stream);
  await writeDocuments(mongo, checkpoint.collection, streams, writes);
};

const park = async (
  dependencies: BatchDependencies,
  { stream }: Source,
  place: Progress,
  { sequence, subject }: StoredMessage,
  error: unknown,
): Promise<void> => {
  await parkAll(dependencies, stream, place.checkpoint, [{ sequence, index: -1, type: subject, error }]);
  await dependencies.checkpoints.advance(place.checkpoint, stream, sequence);
  place.positions = { ...place.positions, [stream]: sequence };
};

const parkAll = async (
  { parked, log, projection }: BatchDependencies,
  stream: string,
  { collection }: Checkpoint,
  poison: readonly Poison[],
): Promise<void> => {
  await parked.park({ projection: projection.name, collection, stream }, poison);
  for (const { sequence, index, type, error } of poison) {
    const details = { err: error, projection: projection.name, stream, sequence, index, type };
    log.error(details, 'an event was parked');
  }
};
