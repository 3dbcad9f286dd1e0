// The names of the driver's errors that mean the database is unavailable, so that nothing has to load the driver.

const OUTAGES: readonly string[] = [
  'DatabaseNotReached',
  'DatabaseTooSlow',
  'MongoNetworkError',
  'MongoNetworkTimeoutError',
  'MongoNotConnectedError',
  'MongoOperationTimeoutError',
  'MongoPoolClearedError',
  'MongoPoolClosedError',
  'MongoServerClosedError',
  'MongoServerSelectionError',
  'MongoTopologyClosedError',
  'MongoWaitQueueTimeoutError',
  'PoolClearedOnNetworkError',
];

/** True if the database was unreachable or did not answer in time. */
export const isDatabaseOutage = (error: unknown): boolean =>
  error instanceof Error && OUTAGES.includes(error.name);
