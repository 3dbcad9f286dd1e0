// Rebuilds a projection in a separate collection, then swaps them.

import { lastSequences, type Positions } from '../streams/stream-positions.ts';
import { type Checkpoint, CheckpointMoved, nextIdOf } from './checkpoint.ts';
import type { Progress } from './projection-batch.ts';
import { dropCollection, modelOf } from './projection-collections.ts';
import { follow, isAtOrBeyond } from './projection-follow.ts';
import type { Running } from './projection-state.ts';
import { RebuildCancelled, type RebuildProgress } from './shared-rebuild.ts';

type Replacing = {
  readonly anew: boolean;
  readonly signal: AbortSignal;
  readonly onProgress?: (progress: RebuildProgress) => void;
};

/**
 * Fills a collection with everything the streams have now and makes it live; all followers of the old one read
 * the checkpoint again. Continues a collection that was begun for the same version, unless `anew`: then what it has filled is
 * dropped where it does not come to the end. Throws RebuildCancelled when the signal was aborted,
 * and CheckpointMoved when another process has replaced the live collection meanwhile.
 */
export const replaceCollection = async (
  running: Running,
  live: Checkpoint,
  { anew, signal, onProgress }: Replacing,
): Promise<void> => {
  const { nc, projection, checkpoints, sources, log } = running;
  const end = await lastSequences(nc, sources);
  const next = await beginNext(running, live, end, anew);
  const details = { projection: projection.name, version: projection.version, collection: next.collection };
  log.info({ ...details, from: next.positions, to: end }, 'rebuilding a projection');
  const place = { checkpoint: next, positions: next.positions };
  const report = () => {
    running.rebuilding = progressOf(place.positions, end);
    onProgress?.(running.rebuilding);
  };
  try {
    await fill(running, place, end, signal, report);
  } catch (error) {
    if (anew) await discard(running, next);
    throw error;
  } finally {
    running.rebuilding = null;
  }
  // Only events that change nothing have unsaved positions.
  try {
    await checkpoints.swap(live, { ...next, positions: place.positions });
  } catch (error) {
    // After any other error it may be live.
    if (anew && error instanceof CheckpointMoved) await discard(running, next);
    throw error;
  }
  log.info(details, 'a projection was rebuilt');
  running.reopening.abort();
};

const fill = async (
  running: Running,
  place: Progress,
  end: Positions,
  signal: AbortSignal,
  report: () => void,
): Promise<void> => {
  const { mongo, projection } = running;
  report();
  await follow(running, place, { signal, until: end, took: report });
  const unlessCancelled = () => {
    if (signal.aborted) throw new RebuildCancelled(`rebuilding ${projection.name} was cancelled`);
  };
  unlessCancelled();
  if (!isAtOrBeyond(place.positions, end)) throw new Error(`rebuilding ${projection.name} was cut short`);
  // Filling first and indexing afterwards is faster than the other way around.
  await modelOf(mongo, projection, place.checkpoint.collection).createIndexes();
  unlessCancelled();
};

const progressOf = (positions: Positions, end: Positions): RebuildProgress => {
  const streams = Object.entries(end);
  return {
    done: streams.reduce((sum, [stream, last]) => sum + Math.min(last, positions[stream] ?? 0), 0),
    of: streams.reduce((sum, [, last]) => sum + last, 0),
  };
};

/** Drops what a rebuild has filled. Where the database is down, the next rebuild drops it. */
const discard = async (running: Running, next: Checkpoint): Promise<void> => {
  const { mongo, checkpoints, parked, projection, log } = running;
  const { name } = projection;
  try {
    await checkpoints.remove(next);
    const kept = await checkpoints.collectionsOf(name);
    // Another process may have finished the same one.
    if (!kept.includes(next.collection)) await dropCollection(mongo, next.collection);
    await parked.keepOnly(name, kept);
    log.info({ projection: name, collection: next.collection }, 'a rebuild was given up');
  } catch (error) {
    log.warn({ projection: name, err: error }, 'what a rebuild has filled could not be dropped');
  }
};

const beginNext = async (
  running: Running,
  live: Checkpoint,
  end: Positions,
  anew: boolean,
): Promise<Checkpoint> => {
  const { projection, checkpoints, sources } = running;
  const { name, version } = projection;
  const wanted = { name, version, streams: sources.map(({ stream }) => stream) };
  const begun = await checkpoints.readOrCreate(nextIdOf(name), wanted);
  // A process that dies between the two steps of a swap leaves a `next` that is already live.
  const isLive = begun.collection === live.collection;
  if (!anew && !isLive && begun.version === version && isAtOrBeyond(end, begun.positions)) return begun;
  await checkpoints.remove(begun);
  if (!isLive) await dropCollection(running.mongo, begun.collection);
  return checkpoints.readOrCreate(nextIdOf(name), wanted);
};
