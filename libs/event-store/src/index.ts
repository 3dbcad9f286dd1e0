// The public names of the event store: append, load, project, react, and what an audit reads.

export type { Log } from './pacing/log.ts';
export { pause } from './pacing/pause.ts';
export { createSerialQueue, type SerialQueue } from './pacing/serial-queue.ts';
export { until } from './pacing/until.ts';
export type { ParkedReaction } from './react/parked-reactions.ts';
export { type ReactionStatus, type RunningReaction, runReaction } from './react/reaction.ts';
export type { AnyReaction, Reaction } from './react/reaction-definition.ts';
export { isDatabaseOutage } from './read/database-outage.ts';
export type { ParkedEvent } from './read/parked-events.ts';
export {
  followProjectedEvents,
  type ProjectedEvents,
  type ProjectedEventsDependencies,
} from './read/projected-events.ts';
export type { AnyProjection, Change, Projection, ReadModel, Stored } from './read/projection-definition.ts';
export { foldEvents } from './read/projection-fold.ts';
export type { ProjectionCondition, ProjectionStatus } from './read/projection-runner.ts';
export { type Projections, type ProjectionsDependencies, runProjections } from './read/projections.ts';
export { RebuildCancelled, type RebuildFollower, type RebuildProgress } from './read/shared-rebuild.ts';
export { bucketOnUse, openBucket } from './streams/buckets.ts';
export { actAs, type BusIdentity, type Forged, identityOf, ownName } from './streams/bus-identity.ts';
export { type CommandIds, idFrom, idsCausedBy } from './streams/command-ids.ts';
export {
  addressOf,
  decodeCommit,
  hashBytes,
  type StoredCommit,
  type StoredEvent,
  type StoredMessage,
} from './streams/commit-codec.ts';
export { type ConnectionWatch, watchConnection } from './streams/connection-watch.ts';
export { listen, messageIn } from './streams/listen.ts';
export { jetStreamProblem } from './streams/monitoring.ts';
export { isNatsOutage } from './streams/nats-outage.ts';
export { isGenuine, signedCommit } from './streams/origins.ts';
export { ownInbox } from './streams/own-inbox.ts';
export { NewerEvent, readEvent } from './streams/read-event.ts';
export { readMessages } from './streams/read-messages.ts';
export { sealCommit, unsealEvent } from './streams/sealed-events.ts';
export {
  openSignatures,
  SIGNATURE_HEADER,
  type Signatures,
  type SignedContent,
} from './streams/signatures.ts';
export { assertStorage, type StorageDemands } from './streams/stream-check.ts';
export type { AggregateDefinition } from './write/aggregate-definition.ts';
export {
  type Aggregates,
  type CacheLimits,
  type ChangeOf,
  openAggregates,
  type StoresOf,
} from './write/aggregates.ts';
export { type Changed, changesBy, type Written } from './write/change.ts';
export type { Command, Decide, Outcome } from './write/execute.ts';
export { type Growth, noteGrowth, openGrowthMeter } from './write/growth.ts';
export { follows } from './write/known-aggregate.ts';
