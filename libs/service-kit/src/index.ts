// The public names of the service kit: everything a service needs to start, talk, keep files and end.
export { tellAccountUpdates, type UserUpdate } from './account-updates.ts';
export { type Blobs, openBlobs } from './blobs.ts';
export { type CommonConfig, commonConfig, readConfig } from './config.ts';
export { connectMongo, connectNats, connectTemporal } from './connections.ts';
export {
  type CreditHold,
  type CreditHolds,
  CreditsUnavailable,
  type HoldReference,
  openCreditHolds,
} from './credit-hold.ts';
export { type HealthServer, startHealthServer } from './health-server.ts';
export { type Lifetime, watchLifetime } from './lifetime.ts';
export { type Log, openLog } from './log.ts';
export { type Metrics, openMetrics } from './metrics.ts';
export { type Operated, operationHandlers } from './operations.ts';
export { isOutage } from './outage.ts';
export {
  type Answer,
  answer,
  type Position,
  REPLY_FILE,
  readReplyFile,
  replyFile,
  type Written,
} from './reply.ts';
export { openRequestClient, outputOf, type RequestClient } from './request-client.ts';
export {
  type KnownWrites,
  knownWrites,
  nextTraceParent,
  type RequestContext,
  requestContext,
  traceIdOf,
} from './request-context.ts';
export {
  type Handler,
  handler,
  type RequestServerOptions,
  serveRequests,
  userHandler,
} from './request-server.ts';
export { keepSchedules, putSchedule, type Regular } from './schedules.ts';
export { type DataKey, type DataKeys, openDataKeys } from './sealing/data-keys.ts';
export { derivedKey } from './sealing/derived-key.ts';
export { type MasterSecrets, masterKeyConfig, masterSecretsOf } from './sealing/master-keys.ts';
export { type ServiceParts, startService } from './service.ts';
export { removeBlobs, type Sweep, type Swept, sweepBlobs } from './sweep-blobs.ts';
export { startWorker, type WorkerOptions } from './temporal-worker.ts';
export { type WaitForWrites, waitForWritesOf } from './writes-seen.ts';
