// Tells a NATS that is away, or behind, from a mistake of ours: after the first the same may succeed later.
import { ErrorCode, NatsError } from 'nats';

/** The server answered, but not as it will: a leader that is behind what is known here, a replay that was cut short. */
export class StoreUnavailable extends Error {}

/** JetStream's own code of an error, or 0. */
export const apiErrorCode = (error: unknown): number =>
  error instanceof NatsError ? (error.api_error?.err_code ?? 0) : 0;

const OUTAGE_CODES: readonly string[] = [
  ErrorCode.Timeout,
  ErrorCode.NoResponders,
  ErrorCode.Disconnect,
  ErrorCode.ConnectionClosed,
  ErrorCode.ConnectionDraining,
  ErrorCode.ConnectionRefused,
  ErrorCode.ConnectionTimeout,
  ErrorCode.JetStreamNotEnabled,
];

/** Whether the server could not be reached or could not serve, so that the same may succeed later. */
export const isOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  (error instanceof NatsError && (OUTAGE_CODES.includes(error.code) || (error.api_error?.code ?? 0) >= 500));
