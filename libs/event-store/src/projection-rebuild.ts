// Makes a projection anew in a collection beside the live one, and puts it in its place.
import { type Checkpoint, nextIdOf } from './checkpoint.ts';
import { dropCollection, modelOf } from './projection-collections.ts';
import { follow, type Running, streamEnd } from './projection-follow.ts';

/**
 * Fills a collection with all that the stream has now and makes it the live one; whoever follows the old one reads
 * the checkpoint again. Goes on with a collection that was begun for the same version, unless `anew`.
 */
export async function replaceCollection(
  running: Running,
  live: Checkpoint,
  { anew }: { anew: boolean },
): Promise<void> {
  const { projection, mongo, checkpoints, stopping, log } = running;
  const end = await streamEnd(running);
  const next = await beginNext(running, live, end, anew);
  const details = { projection: projection.name, version: projection.version, collection: next.collection };
  log.info({ ...details, from: next.sequence, to: end }, 'rebuilding a projection');
  const place = { checkpoint: next, sequence: next.sequence };
  await follow(running, place, stopping.signal, end);
  if (place.sequence < end)
    throw new Error(`rebuilding ${projection.name} ended at ${place.sequence} of ${end}`);
  // To fill first and to index then is faster than the other way round.
  await modelOf(mongo, projection, next.collection).createIndexes();
  await checkpoints.swap(live, next);
  log.info(details, 'a projection was rebuilt');
  running.reopening.abort();
}

async function beginNext(
  running: Running,
  live: Checkpoint,
  end: number,
  anew: boolean,
): Promise<Checkpoint> {
  const { projection, checkpoints } = running;
  const { name, version } = projection;
  const begun = await checkpoints.readOrCreate(nextIdOf(name), name, version);
  // A process that died between the two steps of a swap leaves a `next` that is live already.
  const isLive = begun.collection === live.collection;
  if (!anew && !isLive && begun.version === version && begun.sequence <= end) return begun;
  await checkpoints.remove(begun);
  if (!isLive) await dropCollection(running.mongo, begun.collection);
  return checkpoints.readOrCreate(nextIdOf(name), name, version);
}
