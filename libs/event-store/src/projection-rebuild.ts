// Rebuilds a projection in a separate collection, then swaps them.
import { type Checkpoint, nextIdOf } from './checkpoint.ts';
import { dropCollection, modelOf } from './projection-collections.ts';
import { follow, isAtOrBeyond } from './projection-follow.ts';
import type { Running } from './projection-state.ts';
import { lastSequences, type Positions } from './stream-positions.ts';

/**
 * Fills a collection with everything the streams have now and makes it live; all followers of the old one read
 * the checkpoint again. Continues a collection that was begun for the same version, unless `anew`.
 */
export const replaceCollection = async (
  running: Running,
  live: Checkpoint,
  { anew, signal }: { anew: boolean; signal: AbortSignal },
): Promise<void> => {
  const { nc, projection, mongo, checkpoints, sources, log } = running;
  const end = await lastSequences(nc, sources);
  const next = await beginNext(running, live, end, anew);
  const details = { projection: projection.name, version: projection.version, collection: next.collection };
  log.info({ ...details, from: next.positions, to: end }, 'rebuilding a projection');
  const place = { checkpoint: next, positions: next.positions };
  await follow(running, place, { signal, until: end });
  if (!isAtOrBeyond(place.positions, end)) throw new Error(`rebuilding ${projection.name} was cut short`);
  // Filling first and indexing afterwards is faster than the other way around.
  await modelOf(mongo, projection, next.collection).createIndexes();
  // Only events that change nothing have unsaved positions.
  await checkpoints.swap(live, { ...next, positions: place.positions });
  log.info(details, 'a projection was rebuilt');
  running.reopening.abort();
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
