// Puts one commit at the end of an aggregate, if nobody else has written there since it was read.
import { streamOf } from '@tradeium/contracts';
import { ErrorCode, type JetStreamClient, NatsError } from 'nats';
import type { ConnectionWatch } from './connection-watch.ts';

/** The way to the server. */
export type Link = { jetstream: JetStreamClient; connection: ConnectionWatch };

export type Append = {
  context: string;
  subject: string;
  /** The sequence of the aggregate's last message as far as the writer knows, 0 when it has none. */
  expectedSequence: number;
  /** The server refuses a second message with this id for as long as its duplicate window. */
  messageId: string;
  data: Uint8Array;
};

/**
 * `appended`: written. `duplicate`: a message with this id had been written before, at `sequence`.
 * `conflict`: not written by this call, somebody else was first. `unknown`: it may or may not have been written.
 */
export type AppendResult =
  | { kind: 'appended' | 'duplicate'; sequence: number }
  | { kind: 'conflict' }
  | { kind: 'unknown'; cause: unknown };

const TIMEOUT_MS = 2_000;

/** JetStream's words for "the last sequence of this subject is another one": stored, or in flight on a cluster. */
const CONFLICT_CODES = [10_071, 10_164];

/** Appends and waits for the server's word that it is on the disk. Throws only on what no retry can mend. */
export async function append({ jetstream, connection }: Link, request: Append): Promise<AppendResult> {
  const options = {
    msgID: request.messageId,
    expect: { streamName: streamOf(request.context), lastSubjectSequence: request.expectedSequence },
    timeout: TIMEOUT_MS,
  };
  try {
    const ack = await connection.whileConnected(() =>
      jetstream.publish(request.subject, request.data, options),
    );
    return { kind: ack.duplicate ? 'duplicate' : 'appended', sequence: ack.seq };
  } catch (error) {
    if (CONFLICT_CODES.includes(apiErrorCode(error))) return { kind: 'conflict' };
    if (isOutage(error)) return { kind: 'unknown', cause: error };
    throw error;
  }
}

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
  error instanceof NatsError && (OUTAGE_CODES.includes(error.code) || (error.api_error?.code ?? 0) >= 500);
