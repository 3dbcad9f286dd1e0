// The projections' database: how long it may take to answer, and which errors mean that it is down.
import type { Connection, mongo } from 'mongoose';
import { isDatabaseOutage } from './database-outage.ts';

/** By the names of its classes: importing the driver costs 20 MB, also in processes without a database. */
const isOf = (error: unknown, className: string): boolean => {
  for (let of: unknown = error; of instanceof Error; of = Object.getPrototypeOf(of))
    if (of.constructor.name === className) return true;
  return false;
};

const isMongoError = (error: unknown): error is mongo.MongoError => isOf(error, 'MongoError');

type Db = NonNullable<Connection['db']>;

const TIMEOUT_MS = 10_000;

/** The database did not answer in time: it is down, or slow and needs smaller pieces. */
export class DatabaseTooSlow extends Error {
  override readonly name = 'DatabaseTooSlow';
}

/** Every call of the driver takes a signal and a comment; its types declare the signal for some only. */
type CallOptions = { signal: AbortSignal; comment?: unknown };

/**
 * Calls the database with a time limit; when it runs out, the call is given up and its connection closed. The driver's
 * own `timeoutMS` has no effect.
 */
export const inTime = async <Result>(
  call: (options: CallOptions) => Promise<Result>,
  timeoutMs = TIMEOUT_MS,
): Promise<Result> => {
  // Not `AbortSignal.timeout`: its timers outlive the call, and an event makes a dozen calls.
  const giveUp = new AbortController();
  const { signal } = giveUp;
  const timer = setTimeout(() => giveUp.abort(), timeoutMs);
  try {
    return await call({ signal });
  } catch (cause) {
    throw signal.aborted
      ? new DatabaseTooSlow(`MongoDB did not answer within ${timeoutMs} ms`, { cause })
      : cause;
  } finally {
    clearTimeout(timer);
  }
};

/** The database has not been reached since the process started. */
export class DatabaseNotReached extends Error {
  override readonly name = 'DatabaseNotReached';
}

/** The driver's database of an open connection. Throws DatabaseNotReached before the first connection. */
export const databaseOf = (connection: Connection): Db => {
  if (connection.db === undefined) throw new DatabaseNotReached('MongoDB has not been reached yet');
  return connection.db;
};

const DUPLICATE_KEY = 11_000;
const TIME_LIMIT_EXCEEDED = 50;

/** True if a document with the same key exists already. */
export const isDuplicateKey = (error: unknown): boolean =>
  isOf(error, 'MongoServerError') && (error as mongo.MongoServerError).code === DUPLICATE_KEY;

/** True if the database ran out of time. */
export const isDatabaseTimeout = (error: unknown): boolean =>
  error instanceof DatabaseTooSlow ||
  (isMongoError(error) &&
    (error.name === 'MongoOperationTimeoutError' ||
      error.name === 'MongoNetworkTimeoutError' ||
      error.code === TIME_LIMIT_EXCEEDED));

/** True if the database was unreachable or did not answer in time: never the fault of the query. */
const isUnreachable = (error: unknown): boolean =>
  isDatabaseTimeout(error) ||
  isDatabaseOutage(error) ||
  (isMongoError(error) &&
    ['RetryableWriteError', 'TransientTransactionError', 'SystemOverloadedError'].some((label) =>
      error.hasErrorLabel(label),
    ));

/** True if the database itself fails: it doesn't answer, or says that a retry may succeed. */
export const isDatabaseDown = async (connection: Connection, error: unknown): Promise<boolean> => {
  if (isUnreachable(error)) return true;
  return !(await answersWithin(connection, TIMEOUT_MS));
};

/** True if the database answers now. */
export const answersWithin = async (connection: Connection, timeoutMs: number): Promise<boolean> => {
  try {
    await inTime((options) => databaseOf(connection).command({ ping: 1 }, options), timeoutMs);
    return true;
  } catch {
    return false;
  }
};
