// Distinguishes a server's outage from our own fault: only an outage is worth a retry.
import { isDatabaseOutage, isNatsOutage, NewerEvent } from '@tradeium/event-store';
import { BlobsAway } from '../blobs/blobs-away.ts';

/** gRPC's own numbers: deadline exceeded, unavailable. */
const GRPC_OUTAGES: readonly unknown[] = [4, 14];

const isTemporalOutage = (error: Error): boolean => {
  const served = error.cause instanceof Error ? error.cause : error;
  return 'details' in served && 'code' in served && GRPC_OUTAGES.includes(served.code);
};

/**
 * True if NATS, MongoDB, Temporal or the object store was unreachable or too slow, or only a newer version
 * of this program can serve.
 */
export const isOutage = (cause: unknown): boolean =>
  isNatsOutage(cause) ||
  cause instanceof NewerEvent ||
  cause instanceof BlobsAway ||
  isDatabaseOutage(cause) ||
  (cause instanceof Error && isTemporalOutage(cause));
