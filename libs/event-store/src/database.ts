// The database under the projections: how long it may take to answer, and whether an error means that it is away.
import mongoose, { type Connection } from 'mongoose';
import { isDatabaseOutage } from './database-outage.ts';

const { MongoError, MongoServerError } = mongoose.mongo;

type Db = NonNullable<Connection['db']>;

const TIMEOUT_MS = 10_000;

/** The database did not answer in time: it is away, or slow. Then it can do the same in smaller pieces. */
export class DatabaseTooSlow extends Error {
  override readonly name = 'DatabaseTooSlow';
}

/** Every call of the driver takes a signal; its types know it for some of them only, and a comment for all. */
type CallOptions = { signal: AbortSignal; comment?: unknown };

/**
 * Makes a call to the database with a bound of time; what takes longer is given up and its connection closed. The driver's
 * own `timeoutMS` has no effect.
 */
export const inTime = async <Result>(call: (options: CallOptions) => Promise<Result>): Promise<Result> => {
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  try {
    return await call({ signal });
  } catch (cause) {
    throw signal.aborted
      ? new DatabaseTooSlow(`MongoDB did not answer within ${TIMEOUT_MS} ms`, { cause })
      : cause;
  }
};

/** The database has not been reached since the process started. */
export class DatabaseNotReached extends Error {
  override readonly name = 'DatabaseNotReached';
}

/** The driver's database of an open connection. Throws DatabaseNotReached while there was none yet. */
export const databaseOf = (connection: Connection): Db => {
  if (connection.db === undefined) throw new DatabaseNotReached('MongoDB has not been reached yet');
  return connection.db;
};

const DUPLICATE_KEY = 11_000;
const TIME_LIMIT_EXCEEDED = 50;

/** Whether a document with the same key is there already. */
export const isDuplicateKey = (error: unknown): boolean =>
  error instanceof MongoServerError && error.code === DUPLICATE_KEY;

/** Whether the database had too little time for what it was asked. */
export const isDatabaseTimeout = (error: unknown): boolean =>
  error instanceof DatabaseTooSlow ||
  (error instanceof MongoError &&
    (error.name === 'MongoOperationTimeoutError' ||
      error.name === 'MongoNetworkTimeoutError' ||
      error.code === TIME_LIMIT_EXCEEDED));

/** Whether the database was not reached or did not answer in time: never a fault of what it was asked. */
const isUnreachable = (error: unknown): boolean =>
  isDatabaseTimeout(error) ||
  isDatabaseOutage(error) ||
  (error instanceof MongoError &&
    ['RetryableWriteError', 'TransientTransactionError', 'SystemOverloadedError'].some((label) =>
      error.hasErrorLabel(label),
    ));

/** Whether it is the database that fails: it does not answer, or says itself that the same may succeed later. */
export const isDatabaseDown = async (connection: Connection, error: unknown): Promise<boolean> => {
  if (isUnreachable(error)) return true;
  try {
    await inTime((options) => databaseOf(connection).command({ ping: 1 }, options));
    return false;
  } catch {
    return true;
  }
};
