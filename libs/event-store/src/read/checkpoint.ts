// Which collection of a projection is live and how far its documents have come; stored with them.
import { randomBytes } from 'node:crypto';
import type { Connection } from 'mongoose';
import type { Positions } from '../streams/stream-positions.ts';
import { databaseOf, inTime, isDuplicateKey } from './database.ts';

export type Checkpoint = {
  /** The projection's name for the live collection; `<name>/next` while one is being filled. */
  readonly _id: string;
  readonly version: number;
  readonly collection: string;
  /** By stream: every event up to here is in the documents. */
  positions: Positions;
  /** The token of the lease under which it last advanced; absent before the first time. */
  holder?: string;
};

/** The checkpoint in the database isn't the one being followed: another process changed it, or a backup was restored. */
export class CheckpointMoved extends Error {}

/** The projection that a new checkpoint is for. */
export type Wanted = { name: string; version: number; streams: readonly string[] };

export type Checkpoints = {
  /** The checkpoint with this id, else a new one at the start of its streams with a new collection. */
  readOrCreate(id: string, wanted: Wanted): Promise<Checkpoint>;
  /** The current checkpoint. Throws CheckpointMoved if it was replaced or went back. */
  confirm(followed: Checkpoint): Promise<Checkpoint>;
  /** From now on only the owner of this token advances the checkpoint. Throws CheckpointMoved like `confirm`. */
  claim(followed: Checkpoint, holder: string): Promise<Checkpoint>;
  /** Moves a checkpoint forward in one stream, never back. Throws CheckpointMoved like `confirm`. */
  advance(followed: Checkpoint, stream: string, sequence: number): Promise<void>;
  /** Makes the collection of `next` live instead of that of `live`. Throws CheckpointMoved when another one is live by now. */
  swap(live: Checkpoint, next: Checkpoint): Promise<void>;
  remove(checkpoint: Checkpoint): Promise<void>;
  /** The collections that are live or being filled. */
  collectionsOf(name: string): Promise<string[]>;
};

/** The id of the checkpoint of a collection that is being filled. */
export const nextIdOf = (name: string): string => `${name}/next`;

/** Below every version of a projection, so its documents are rebuilt. */
const NO_VERSION = 0;

/** A checkpoint of other streams than the projection reads has no version. */
const usable = (stored: Checkpoint, streams: readonly string[]): Checkpoint => {
  const kept = Object.keys(stored.positions);
  const isSame = kept.length === streams.length && streams.every((stream) => kept.includes(stream));
  return isSame ? stored : { ...stored, positions: startOf(streams), version: NO_VERSION };
};

const startOf = (streams: readonly string[]): Positions =>
  Object.fromEntries(streams.map((stream) => [stream, 0]));

const moved = ({ _id }: Checkpoint) =>
  new CheckpointMoved(`the checkpoint of ${_id} is not where it was left`);

/** The current checkpoint. Throws if it is another one than the followed, or went back. */
const sameAs = (followed: Checkpoint, current: Checkpoint | null): Checkpoint => {
  if (current?.collection !== followed.collection) throw moved(followed);
  const found = usable(current, Object.keys(followed.positions));
  for (const [stream, sequence] of Object.entries(followed.positions))
    if ((found.positions[stream] ?? 0) < sequence) throw moved(followed);
  return found;
};

/** Opens the checkpoints of a service's projections. */
export const openCheckpoints = (connection: Connection): Checkpoints => {
  const checkpoints = () => databaseOf(connection).collection<Checkpoint>('checkpoints');

  const readOrCreate = async (id: string, { name, version, streams }: Wanted): Promise<Checkpoint> => {
    const collection = `${name}_v${version}_${randomBytes(4).toString('hex')}`;
    const created = await inTime((options) =>
      checkpoints().findOneAndUpdate(
        { _id: id },
        { $setOnInsert: { version, collection, positions: startOf(streams) } },
        { upsert: true, returnDocument: 'after', ...options },
      ),
    );
    // SecantusDB answers nothing to one of two processes that make it at the same moment.
    const found = created ?? (await inTime((options) => checkpoints().findOne({ _id: id }, options)));
    if (found === null) throw new Error(`the checkpoint of ${id} could not be made`);
    return usable(found, streams);
  };

  const confirm = async (followed: Checkpoint): Promise<Checkpoint> => {
    // A copy: it may advance while the database answers.
    const asked = { ...followed };
    const found = await inTime((options) => checkpoints().findOne({ _id: asked._id }, options));
    return sameAs(asked, found);
  };

  return {
    readOrCreate: (id, wanted) =>
      readOrCreate(id, wanted).catch((error: unknown) => {
        // Another process has just created it.
        if (isDuplicateKey(error)) return readOrCreate(id, wanted);
        throw error;
      }),

    confirm,

    async claim(followed, holder) {
      const { _id, collection } = followed;
      const claimed = await inTime((options) =>
        checkpoints().findOneAndUpdate(
          { _id, collection },
          { $set: { holder } },
          { returnDocument: 'after', ...options },
        ),
      );
      return sameAs(followed, claimed);
    },

    async advance(followed, stream, sequence) {
      const { _id, collection, holder, positions } = followed;
      const field = `positions.${stream}`;
      const filter = {
        _id,
        collection,
        ...(holder === undefined ? {} : { holder }),
        [field]: { $gte: positions[stream] ?? 0, $lt: sequence },
      };
      const { matchedCount } = await inTime((options) =>
        checkpoints().updateOne(filter, { $set: { [field]: sequence } }, options),
      );
      const advanced = { ...positions, [stream]: sequence };
      if (matchedCount === 0) {
        const found = await confirm({ ...followed, positions: advanced });
        if (holder !== undefined && found.holder !== holder) throw moved(followed);
      }
      followed.positions = advanced;
    },

    async swap(live, next) {
      const { version, collection, positions } = next;
      const { matchedCount } = await inTime((options) =>
        checkpoints().updateOne(
          { _id: live._id, collection: live.collection },
          { $set: { version, collection, positions }, $unset: { holder: '' } },
          options,
        ),
      );
      if (matchedCount === 0) throw moved(live);
      await inTime((options) => checkpoints().deleteOne({ _id: next._id, collection }, options));
    },

    async remove({ _id, collection }) {
      await inTime((options) => checkpoints().deleteOne({ _id, collection }, options));
    },

    async collectionsOf(name) {
      const filter = { _id: { $in: [name, nextIdOf(name)] } };
      const found = await inTime((options) => checkpoints().find(filter, options).toArray());
      return found.map(({ collection }) => collection);
    },
  };
};
