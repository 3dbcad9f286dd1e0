// Tells a server that is away for a moment from a fault of ours: the first is worth another try, the second is not.
import { isGrpcServiceError } from '@temporalio/client';
import { isOutage as isNatsOutage } from '@tradeium/event-store';
import mongoose from 'mongoose';

const { MongoNetworkError, MongoNotConnectedError, MongoServerSelectionError } = mongoose.mongo;

/** gRPC's own numbers: deadline exceeded, unavailable. */
const GRPC_OUTAGES: readonly number[] = [4, 14];

const isTemporalOutage = (cause: unknown): boolean => {
  const error = cause instanceof Error && cause.cause !== undefined ? cause.cause : cause;
  return isGrpcServiceError(error) && GRPC_OUTAGES.includes(error.code);
};

/** Whether NATS, MongoDB or Temporal could not be reached or could not serve. */
export const isOutage = (cause: unknown): boolean =>
  isNatsOutage(cause) ||
  cause instanceof MongoNetworkError ||
  cause instanceof MongoServerSelectionError ||
  cause instanceof MongoNotConnectedError ||
  isTemporalOutage(cause);
