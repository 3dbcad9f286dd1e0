// The record of events that a projection could not apply, for people to look at; a rebuild clears it.
import type { Connection } from 'mongoose';
import { databaseOf, inTime } from './database.ts';
import type { Poison } from './projection-fold.ts';

export type ParkedEvent = {
  /** Collection, stream, sequence and index, so that parking the same event again changes nothing. */
  _id: string;
  projection: string;
  collection: string;
  stream: string;
  sequence: number;
  /** The event's index in its commit; -1: the whole commit. */
  index: number;
  type: string;
  error: string;
  at: string;
};

type ParkedFrom = Pick<ParkedEvent, 'projection' | 'collection' | 'stream'>;

export type ParkedEvents = {
  park(from: ParkedFrom, poison: readonly Poison[]): Promise<void>;
  count(collection: string): Promise<number>;
  /** The oldest of a collection. */
  list(collection: string, limit: number): Promise<ParkedEvent[]>;
  /** Removes the records of a projection's other collections. */
  keepOnly(projection: string, collections: readonly string[]): Promise<void>;
};

/** Opens the record of parked events, the collection `parked_events`. */
export const openParkedEvents = (connection: Connection, now: () => Date): ParkedEvents => {
  const parked = () => databaseOf(connection).collection<ParkedEvent>('parked_events');
  return {
    async park(from, poison) {
      for (const { sequence, index, type, error } of poison) {
        const details = { ...from, sequence, index, type, error: describe(error) };
        await inTime((options) =>
          parked().updateOne(
            { _id: `${from.collection}:${from.stream}:${sequence}:${index}` },
            { $set: details, $setOnInsert: { at: now().toISOString() } },
            { upsert: true, ...options },
          ),
        );
      }
    },
    count: (collection) => inTime((options) => parked().countDocuments({ collection }, options)),
    list: (collection, limit) =>
      inTime((options) => parked().find({ collection }, options).sort({ at: 1 }).limit(limit).toArray()),
    async keepOnly(projection, collections) {
      const others = { projection, collection: { $nin: [...collections] } };
      await inTime((options) => parked().deleteMany(others, options));
    },
  };
};

const describe = (error: unknown): string =>
  String(error instanceof Error ? error.stack : error).slice(0, 4_000);
