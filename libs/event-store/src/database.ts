// The database under the projections, and how long it may take to answer.
import { once } from 'node:events';
import mongoose, { type Connection } from 'mongoose';

const { MongoError, MongoNetworkError, MongoServerError, MongoServerSelectionError } = mongoose.mongo;

type Db = NonNullable<Connection['db']>;

/** On every call: a database that does not answer in time is treated as one that is down. */
export const DATABASE_TIMEOUT = { timeoutMS: 10_000 } as const;

/** The driver's database of an open connection. */
export function databaseOf(connection: Connection): Db {
  if (connection.db === undefined) throw new Error('the MongoDB connection is not open yet');
  return connection.db;
}

const CONNECTED = 1;

/** Resolves when a connection is open for the first time, or the signal is aborted. */
export async function firstOpen(connection: Connection, signal: AbortSignal): Promise<void> {
  if (connection.readyState === CONNECTED) return;
  await once(connection, 'open', { signal }).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

const DUPLICATE_KEY = 11_000;

/** Whether a document with the same key is there already. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/** Whether it is the database that fails: it does not answer, or says itself that the same may succeed later. */
export async function isDatabaseDown(connection: Connection, error: unknown): Promise<boolean> {
  if (error instanceof MongoNetworkError || error instanceof MongoServerSelectionError) return true;
  if (error instanceof MongoError && error.hasErrorLabel('RetryableWriteError')) return true;
  return databaseOf(connection)
    .command({ ping: 1 }, DATABASE_TIMEOUT)
    .then(
      () => false,
      () => true,
    );
}
