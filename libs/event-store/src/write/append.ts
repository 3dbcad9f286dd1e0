// Appends one commit to an aggregate, unless another writer got there since it was read.
import { streamOf } from '@tradeium/contracts';
import { headers, type JetStreamClient, type MsgHdrs } from 'nats';
import type { ConnectionWatch } from '../streams/connection-watch.ts';
import { apiErrorCode, isNatsOutage } from '../streams/nats-outage.ts';
import { ownerOf, signedCommit } from '../streams/origins.ts';
import { SIGNATURE_HEADER, type Signatures } from '../streams/signatures.ts';

/** The connection to the server, and what signs for it. */
export type Link = {
  jetstream: JetStreamClient;
  connection: ConnectionWatch;
  signatures?: Signatures | undefined;
};

export type Append = {
  context: string;
  subject: string;
  /** The sequence of the aggregate's last message as far as the writer knows, 0 when it has none. */
  expectedSequence: number;
  /** Nothing with this name is appended twice within the server's duplicate window. */
  name: string;
  data: Uint8Array;
};

/**
 * `appended`: written. `duplicate`: a message with this id was written before, at `sequence`.
 * `conflict`: not written, another writer was first, or is in flight (`isInFlight`). `unknown`: it may or may not have been
 * written.
 */
export type AppendResult =
  | { kind: 'appended' | 'duplicate'; sequence: number }
  | { kind: 'conflict'; isInFlight: boolean }
  | { kind: 'unknown'; cause: unknown };

const TIMEOUT_MS = 2_000;

/** The last sequence of this subject differs. */
const OTHER_STORED = 10_071;
/** Another message to this subject is on its way to the replicas. */
const OTHER_IN_FLIGHT = 10_164;
/** A message with the same id is on its way to the replicas: ours, sent before an answer was lost. */
const SAME_IN_FLIGHT = 10_158;

/** The proof whose commit it is, and that it belongs there. */
const signed = ({ signatures }: Link, request: Append): { headers?: MsgHdrs; msgID: string } => {
  const { context, subject, expectedSequence, data, name } = request;
  if (!signatures) return { msgID: name };
  const header = headers();
  header.set(SIGNATURE_HEADER, signatures.sign(signedCommit(subject, expectedSequence, data)));
  // Whoever could guess it could have the server take this commit for a duplicate of something forged.
  return { headers: header, msgID: signatures.secretName(ownerOf(context), name) };
};

/** Appends and waits until the server confirms that it is on the disk. Throws only what no retry can fix. */
export const append = async (link: Link, request: Append): Promise<AppendResult> => {
  const { jetstream, connection } = link;
  const options = {
    ...signed(link, request),
    expect: { streamName: streamOf(request.context), lastSubjectSequence: request.expectedSequence },
    timeout: TIMEOUT_MS,
  };
  try {
    const ack = await connection.whileConnected(() =>
      jetstream.publish(request.subject, request.data, options),
    );
    return { kind: ack.duplicate ? 'duplicate' : 'appended', sequence: ack.seq };
  } catch (error) {
    const code = apiErrorCode(error);
    if (code === OTHER_STORED || code === OTHER_IN_FLIGHT)
      return { kind: 'conflict', isInFlight: code === OTHER_IN_FLIGHT };
    if (isNatsOutage(error) || code === SAME_IN_FLIGHT) return { kind: 'unknown', cause: error };
    throw error;
  }
};
