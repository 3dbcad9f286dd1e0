// The collections of a projection's documents: a live one, and at times one being filled.
import type { Connection, Model } from 'mongoose';
import type { Log } from '../pacing/log.ts';
import type { Checkpoints } from './checkpoint.ts';
import { databaseOf, inTime } from './database.ts';
import type { ParkedEvents } from './parked-events.ts';
import type { AnyProjection } from './projection-definition.ts';

/** The model of one collection of a projection; its indexes don't exist yet. */
export const modelOf = (
  connection: Connection,
  projection: AnyProjection,
  collection: string,
): Model<unknown> => {
  const existing = connection.models[collection];
  if (existing !== undefined) return existing;
  const schema = projection.schema.clone();
  schema.add({ _id: String, seq: {} });
  schema.set('versionKey', false);
  schema.set('autoIndex', false);
  schema.set('autoCreate', false);
  return connection.model<unknown>(collection, schema, collection);
};

/** Drops a collection and its model. */
export const dropCollection = async (connection: Connection, collection: string): Promise<void> => {
  await inTime((options) => databaseOf(connection).dropCollection(collection, options));
  if (connection.models[collection] !== undefined) connection.deleteModel(collection);
};

export type CollectionDependencies = {
  mongo: Connection;
  checkpoints: Checkpoints;
  parked: ParkedEvents;
  log: Log;
};

/** Drops a projection's collections that no checkpoint names any more, and their parked events. */
export const dropUnused = async (dependencies: CollectionDependencies, name: string): Promise<void> => {
  const isOurs = new RegExp(`^${name}_v\\d+_[0-9a-f]{8}$`);
  // The collections before the checkpoints, so that one created in between is not dropped.
  const listed = await inTime((options) =>
    databaseOf(dependencies.mongo)
      .listCollections({}, { nameOnly: true, ...options })
      .toArray(),
  );
  const inUse = await dependencies.checkpoints.collectionsOf(name);
  for (const { name: collection } of listed) {
    if (!isOurs.test(collection) || inUse.includes(collection)) continue;
    dependencies.log.info({ projection: name, collection }, 'dropping a collection that is no longer used');
    await dropCollection(dependencies.mongo, collection);
  }
  await dependencies.parked.keepOnly(name, inUse);
};
