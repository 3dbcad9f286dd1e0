// The public names of the service kit: everything a service needs to start, communicate, store files and stop.
export type { AccountUpdates, UserUpdate } from './account-updates.ts';
export { type BlobAccess, blobAccess } from './blobs/blob-access.ts';
export type { Blobs } from './blobs/blob-store.ts';
export type { BlobSweep, Swept } from './blobs/blob-sweep.ts';
export { openBlobs } from './blobs/blobs.ts';
export { openSharedFiles, type SharedFiles } from './blobs/shared-files.ts';
export { type CommonConfig, commonConfig, readConfig } from './config.ts';
export { connectNats, natsAccess, natsOptions } from './connections.ts';
export {
  type CreditHold,
  type CreditHolds,
  CreditsUnavailable,
  type HoldReference,
  openCreditHolds,
} from './credit-hold.ts';
export { openPatience, type Patience, type PatienceOptions } from './exchange-patience.ts';
export { openFairLanes } from './fair-lanes.ts';
export { openFairQueue } from './fair-queue.ts';
export { type Lifetime, watchLifetime } from './lifetime.ts';
export { listenOn } from './listen-on.ts';
export { type Log, openLog } from './log.ts';
export { maskedText } from './masked-text.ts';
export { type Metrics, openMetrics } from './metrics.ts';
export { isOutage } from './outage.ts';
export { type CallResults, noteResults, type OutsideCalls, OutsideFailure } from './outside-calls.ts';
export { publishToPeers } from './peer-messages.ts';
export { listProcesses } from './presence.ts';
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
  fromAggregates,
  type Handler,
  handler,
  serveRequests,
  userHandler,
} from './request-server.ts';
export { keepSchedule, putSchedule, type Schedule } from './schedules.ts';
export { type DataKey, type DataKeys, KeyDestroyed, openDataKeys } from './sealing/data-keys.ts';
export { derivedKey } from './sealing/derived-key.ts';
export { type MasterSecrets, masterKeyConfig, masterSecretsOf } from './sealing/master-keys.ts';
export {
  fileKeyOf,
  openSealedFile,
  openUserFiles,
  sealFile,
  type UserFiles,
} from './sealing/sealed-files.ts';
export { seal, sealingKey, unseal } from './sealing/sealed-text.ts';
export { type ProcessParts, startProcess } from './start-process.ts';
export { type ServiceKit, startService } from './start-service.ts';
export { startOnce, startOptions } from './start-workflow.ts';
export { type ForeignStream, followStream } from './streams/follow-stream.ts';
export { openPace, type Pace } from './streams/pace.ts';
export { streamHandler, streamMessage, userStreamHandler } from './streams/stream-handler.ts';
export { openStreamHost, type StreamHost } from './streams/stream-host.ts';
export type { StreamEnd } from './streams/stream-messages.ts';
export {
  openStreamClient,
  type ReadChunk,
  type StreamClient,
  type StreamReader,
} from './streams/stream-reader.ts';
export type { Sink, StreamWork } from './streams/stream-writer.ts';
export type { WaitForWrites } from './writes-seen.ts';
