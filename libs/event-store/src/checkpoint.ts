// Which collection of a projection is the live one, and how far its documents have come; kept beside them.
import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import { DATABASE_TIMEOUT, databaseOf } from './database.ts';

export type Checkpoint = {
  /** The projection's name for the live collection; `<name>/next` for one that is being filled. */
  _id: string;
  version: number;
  collection: string;
  /** Every event up to here is in the documents. */
  sequence: number;
};

/** The checkpoint in the database is not the one that was followed: another process, or a restored database. */
export class CheckpointMoved extends Error {}

export type Checkpoints = {
  /** The checkpoint of this id; when there is none, one at sequence 0 with a new collection. */
  readOrCreate(id: string, name: string, version: number): Promise<Checkpoint>;
  /** Throws CheckpointMoved unless the checkpoint is still there and has not gone back. */
  confirm(followed: Checkpoint): Promise<void>;
  /** Moves a checkpoint forward, never back. Throws CheckpointMoved like `confirm`. */
  advance(followed: Checkpoint, sequence: number): Promise<void>;
  /** Makes the collection of `next` the live one instead of that of `live`. */
  swap(live: Checkpoint, next: Checkpoint): Promise<void>;
  remove(checkpoint: Checkpoint): Promise<void>;
  /** The collections that are live or being filled. */
  collectionsOf(name: string): Promise<string[]>;
};

/** The id of the checkpoint of a collection that is being filled. */
export const nextIdOf = (name: string): string => `${name}/next`;

/** Opens the checkpoints of a service's projections. */
export function openCheckpoints(connection: Connection): Checkpoints {
  const checkpoints = () => databaseOf(connection).collection<Checkpoint>('checkpoints');

  async function confirm({ _id, collection, sequence }: Checkpoint): Promise<void> {
    const current = await checkpoints().findOne({ _id }, DATABASE_TIMEOUT);
    if (current?.collection === collection && current.sequence >= sequence) return;
    throw new CheckpointMoved(`the checkpoint of ${_id} is not where it was left`);
  }

  return {
    async readOrCreate(id, name, version) {
      const collection = `${name}_v${version}_${randomBytes(4).toString('hex')}`;
      const created = await checkpoints().findOneAndUpdate(
        { _id: id },
        { $setOnInsert: { version, collection, sequence: 0 } },
        { upsert: true, returnDocument: 'after', ...DATABASE_TIMEOUT },
      );
      if (created === null) throw new Error(`the checkpoint of ${id} could not be made`);
      return created;
    },

    confirm,

    async advance(followed, sequence) {
      const { _id, collection } = followed;
      const { matchedCount } = await checkpoints().updateOne(
        { _id, collection, sequence: { $gte: followed.sequence, $lt: sequence } },
        { $set: { sequence } },
        DATABASE_TIMEOUT,
      );
      if (matchedCount === 0) await confirm({ ...followed, sequence });
      followed.sequence = sequence;
    },

    async swap(live, next) {
      const { version, collection, sequence } = next;
      await checkpoints().updateOne(
        { _id: live._id, collection: live.collection },
        { $set: { version, collection, sequence } },
        DATABASE_TIMEOUT,
      );
      await checkpoints().deleteOne({ _id: next._id, collection }, DATABASE_TIMEOUT);
    },

    async remove({ _id, collection }) {
      await checkpoints().deleteOne({ _id, collection }, DATABASE_TIMEOUT);
    },

    async collectionsOf(name) {
      const found = checkpoints().find({ _id: { $in: [name, nextIdOf(name)] } }, DATABASE_TIMEOUT);
      return (await found.toArray()).map(({ collection }) => collection);
    },
  };
}
