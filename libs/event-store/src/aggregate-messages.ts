// Fetches the messages of one aggregate from its stream.
import { streamOf } from '@tradeium/contracts';
import type { JetStreamManager, MsgRequest, NatsConnection } from 'nats';
import { apiErrorCode } from './append.ts';
import { type StoredMessage, storedMessage } from './commit-codec.ts';
import { watchConnection } from './connection-watch.ts';
import { readMessages } from './read-messages.ts';

/** What was known of an aggregate does not lead to what its stream holds: another history, or one that was changed. */
export class BrokenChain extends Error {}

export type AggregateMessages = {
  /** The newest message of a subject, or null. Asks the stream's leader, so it is never an old one. */
  last(subject: string): Promise<StoredMessage | null>;
  at(sequence: number): Promise<StoredMessage>;
  /** What follows `known` on the subject of `last`, up to `last`, in order. Throws BrokenChain. */
  between(known: number, last: StoredMessage): AsyncGenerator<StoredMessage>;
};

const NO_MESSAGE_FOUND = 10_037;
const STEPS_BACK_MAX = 16;
const LOOK_UP_TIMEOUT_MS = 2_000;
const REPLAY_TIMEOUT_MS = 60_000;

/** Opens one context's stream for reading aggregates. */
export function aggregateMessages(nc: NatsConnection, context: string): AggregateMessages {
  const stream = streamOf(context);
  const manager: Promise<JetStreamManager> = nc.jetstreamManager({
    checkAPI: false,
    timeout: LOOK_UP_TIMEOUT_MS,
  });
  const connection = watchConnection(nc);
  const fetch = async (query: MsgRequest) => {
    const { streams } = await manager;
    return storedMessage(await connection.whileConnected(() => streams.getMessage(stream, query)));
  };

  const at = (sequence: number) => fetch({ seq: sequence });

  const last = (subject: string) =>
    fetch({ last_by_subj: subject }).catch((error: unknown) => {
      if (apiErrorCode(error) === NO_MESSAGE_FOUND) return null;
      throw error;
    });

  const predecessorOf = ({ subject, sequence, previous }: StoredMessage) =>
    at(previous).catch((error: unknown) => {
      if (apiErrorCode(error) !== NO_MESSAGE_FOUND) throw error;
      throw new BrokenChain(`${subject}: ${previous}, which ${sequence} follows, is gone`);
    });

  /** All messages of a subject after `known` and up to `end`, by a consumer: slow to start, fast for many. */
  async function* replay(subject: string, known: number, end: number): AsyncGenerator<StoredMessage> {
    const signal = AbortSignal.timeout(REPLAY_TIMEOUT_MS);
    for await (const batch of readMessages(nc, { stream, after: known, subject, batchSize: 1_000, signal })) {
      for (const message of batch) {
        if (message.sequence > end) return;
        yield message;
        if (message.sequence === end) return;
      }
    }
    throw new Error(`reading ${subject} took longer than ${REPLAY_TIMEOUT_MS} ms`);
  }

  async function* between(known: number, newest: StoredMessage): AsyncGenerator<StoredMessage> {
    // Each message names its predecessor, so the few that are missing as a rule are found going back from the end.
    const tail = [newest];
    let oldest = newest;
    for (let step = 0; oldest.previous > known && step < STEPS_BACK_MAX; step += 1) {
      oldest = await predecessorOf(oldest);
      tail.unshift(oldest);
    }
    if (oldest.previous > known) {
      let reached = known;
      for await (const message of replay(newest.subject, known, oldest.previous)) {
        if (message.previous !== reached)
          throw new BrokenChain(`${newest.subject} does not continue ${reached}`);
        reached = message.sequence;
        yield message;
      }
    } else if (oldest.previous < known) {
      throw new BrokenChain(`${newest.subject} does not continue ${known}`);
    }
    yield* tail;
  }

  return { last, at, between };
}
