// The public names of the event store: append, load, project, react, and what an audit reads.
export type { AggregateDefinition } from './aggregate-definition.ts';
export { type Aggregates, type CacheLimits, openAggregates } from './aggregates.ts';
export { bucketOnUse, openBucket } from './buckets.ts';
export { actAs, type BusIdentity, type Forged, identityOf, ownName } from './bus-identity.ts';
export { type CommandIds, idsCausedBy } from './command-ids.ts';
export {
  addressOf,
  decodeCommit,
  hashBytes,
  type StoredCommit,
  type StoredEvent,
  type StoredMessage,
} from './commit-codec.ts';
export { type ConnectionWatch, watchConnection } from './connection-watch.ts';
export { isDatabaseOutage } from './database-outage.ts';
export type { Command, Decide, Outcome } from './execute.ts';
export { type Growth, noteGrowth, openGrowthMeter } from './growth.ts';
export { type ChainEnd, linkTo, nextEnd } from './known-aggregate.ts';
export { listen, messageIn } from './listen.ts';
export type { Log } from './log.ts';
export { jetStreamProblem } from './monitoring.ts';
export { isNatsOutage } from './nats-outage.ts';
export { isGenuine, signedCommit } from './origins.ts';
export { ownInbox } from './own-inbox.ts';
export type { ParkedEvent } from './parked-events.ts';
export type { ParkedReaction } from './parked-reactions.ts';
export { pause } from './pause.ts';
export {
  followProjectedEvents,
  type ProjectedEvents,
  type ProjectedEventsDeps,
} from './projected-events.ts';
export type { AnyProjection, Change, Projection, ReadModel, Stored } from './projection-definition.ts';
export { foldEvents } from './projection-fold.ts';
export type { ProjectionCondition, ProjectionStatus } from './projection-runner.ts';
export { type Projections, type ProjectionsDeps, runProjections } from './projections.ts';
export { type ReactionStatus, type RunningReaction, runReaction } from './reaction.ts';
export type { AnyReaction, Reaction } from './reaction-definition.ts';
export { NewerEvent, readEvent } from './read-event.ts';
export { readMessages } from './read-messages.ts';
export { sealCommit, unsealEvent } from './sealed-events.ts';
export { createSerialQueue, type SerialQueue } from './serial-queue.ts';
export { RebuildCancelled, type RebuildFollower, type RebuildProgress } from './shared-rebuild.ts';
export { openSignatures, SIGNATURE_HEADER, type Signatures, type SignedContent } from './signatures.ts';
export { assertStorage, type StorageDemands } from './stream-check.ts';
