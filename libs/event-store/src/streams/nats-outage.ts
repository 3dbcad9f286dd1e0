// Distinguishes an outage of NATS, where a retry may succeed, from a mistake of ours.
import { ErrorCode, NatsError } from 'nats';

/** The server's answer is temporary: the leader is behind what is known here, or a replay was cut short. */
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

/** True if the server was unreachable or unable to serve, so that a retry may succeed. */
export const isNatsOutage = (error: unknown): boolean =>
  error instanceof StoreUnavailable ||
  (error instanceof NatsError && (OUTAGE_CODES.includes(error.code) || (error.api_error?.code ?? 0) >= 500));
