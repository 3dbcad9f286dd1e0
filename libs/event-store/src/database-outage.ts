// The driver's errors that mean a database which is away, by name: to know them, no driver has to be loaded.

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

/** Whether an error says that the database was not reached, or did not answer in time. */
export const isDatabaseOutage = (error: unknown): boolean =>
  error instanceof Error && OUTAGES.includes(error.name);
