// The record of events that a projection could not take, for people to look at; a rebuild starts it anew.
import type { Connection } from 'mongoose';
import { DATABASE_TIMEOUT, databaseOf } from './database.ts';
import type { Poison } from './projection-fold.ts';

export type ParkedEvent = {
  /** Collection, sequence and index: parking the same event again changes nothing. */
  _id: string;
  projection: string;
  collection: string;
  sequence: number;
  /** Of the event in its commit; -1: the whole commit. */
  index: number;
  type: string;
  error: string;
  at: string;
};

export type ParkedEvents = {
  park(projection: string, collection: string, poison: readonly Poison[]): Promise<void>;
  count(collection: string): Promise<number>;
  /** Forgets what other collections of a projection could not take. */
  keepOnly(projection: string, collections: readonly string[]): Promise<void>;
};

/** Opens the record of parked events, the collection `parked_events`. */
export function openParkedEvents(connection: Connection, now: () => Date): ParkedEvents {
  const parked = () => databaseOf(connection).collection<ParkedEvent>('parked_events');
  return {
    async park(projection, collection, poison) {
      for (const { sequence, index, type, error } of poison) {
        const details = { projection, collection, sequence, index, type, error: describe(error) };
        await parked().updateOne(
          { _id: `${collection}:${sequence}:${index}` },
          { $set: details, $setOnInsert: { at: now().toISOString() } },
          { upsert: true, ...DATABASE_TIMEOUT },
        );
      }
    },
    count: (collection) => parked().countDocuments({ collection }, DATABASE_TIMEOUT),
    async keepOnly(projection, collections) {
      await parked().deleteMany({ projection, collection: { $nin: [...collections] } }, DATABASE_TIMEOUT);
    },
  };
}

const describe = (error: unknown): string =>
  String(error instanceof Error ? error.stack : error).slice(0, 4_000);
