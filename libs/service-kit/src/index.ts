// The public names of the service kit: everything a service needs to start, communicate, store files and stop.

export { type BlobAccess, blobAccess } from './blobs/blob-access.ts';
export type { Blobs } from './blobs/blob-store.ts';
export type { BlobSweep, Swept } from './blobs/blob-sweep.ts';
export { openBlobs } from './blobs/blobs.ts';
export { openSharedFiles, type SharedFiles } from './blobs/shared-files.ts';
export { type Log, openLog } from './log/log.ts';
export { maskedText } from './log/masked-text.ts';
export type { AccountUpdates, UserUpdate } from './messages/account-updates.ts';
export { publishToPeers } from './messages/peer-messages.ts';
export {
  type Answer,
  answer,
  type Position,
  REPLY_FILE,
  readReplyFile,
  replyFile,
} from './messages/reply.ts';
export {
  type KnownWrites,
  knownWrites,
  nextTraceParent,
  type RequestContext,
  requestContext,
  traceIdOf,
} from './messages/request-context.ts';
export { type Lifetime, watchLifetime } from './process/lifetime.ts';
export { listenOn } from './process/listen-on.ts';
export { type Metrics, openMetrics } from './process/metrics.ts';
export { type CallResults, noteResults, type OutsideCalls, OutsideFailure } from './process/outside-calls.ts';
export { listProcesses } from './process/presence.ts';
export { type ForeignStream, followStream } from './requests/follow-stream.ts';
export { isOutage } from './requests/outage.ts';
export { openRequestClient, outputOf, type RequestClient } from './requests/request-client.ts';
export {
  fromAggregates,
  type Handler,
  handler,
  serveRequests,
  userHandler,
} from './requests/request-server.ts';
export { streamHandler, streamMessage, userStreamHandler } from './requests/stream-handler.ts';
export type { WaitForWrites } from './requests/writes-seen.ts';
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
export { openSealedValues, type SealedValues } from './sealing/sealed-values.ts';
export { connectNats, natsAccess, natsOptions } from './servers/connections.ts';
export { type CommonConfig, commonConfig, port, readConfig } from './settings/config.ts';
export { type ProcessParts, startProcess } from './start/start-process.ts';
export { type ServiceKit, startService } from './start/start-service.ts';
export { openPace, type Pace } from './streams/pace.ts';
export { openStreamHost, type StreamHost } from './streams/stream-host.ts';
export type { StreamEnd } from './streams/stream-messages.ts';
export {
  openStreamClient,
  type ReadChunk,
  type StreamClient,
  type StreamReader,
} from './streams/stream-reader.ts';
export type { Sink, StreamWork } from './streams/stream-writer.ts';
export { openFairLanes } from './work/fair-lanes.ts';
export { openFairQueue } from './work/fair-queue.ts';
export { keepSchedule, putSchedule, type Schedule } from './work/schedules.ts';
export { startOnce, startOptions } from './work/start-workflow.ts';
