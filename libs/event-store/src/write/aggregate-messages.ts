// Fetches the messages of one aggregate from its stream.
import { streamOf } from '@tradeium/contracts';
import type { JetStreamManager, MsgRequest, NatsConnection } from 'nats';
import { type StoredMessage, storedMessage } from '../streams/commit-codec.ts';
import { watchConnection } from '../streams/connection-watch.ts';
import { apiErrorCode, isNatsOutage, StoreUnavailable } from '../streams/nats-outage.ts';
import { withOrigins } from '../streams/origins.ts';
import { readMessages } from '../streams/read-messages.ts';

/** The known state of an aggregate doesn't lead to what its stream holds: another history, or an altered one. */
export class BrokenChain extends Error {}

export type AggregateMessages = {
  /**
   * The newest message of a subject, or null. Asks the stream's leader. Rejects as an outage while the leader is behind
   * `known`, the sequence of a stored message: a new leader may be, for a moment.
   */
  last(subject: string, known?: number): Promise<StoredMessage | null>;
  /** Throws BrokenChain when the message was removed. */
  at(sequence: number): Promise<StoredMessage>;
  /** The messages after `known` on the subject of `last`, up to `last`, in order, forged ones included. Throws BrokenChain. */
  between(known: number, last: StoredMessage): AsyncGenerator<StoredMessage>;
};

const NO_MESSAGE_FOUND = 10_037;
const STEPS_BACK_MAX = 16;
const LOOK_UP_TIMEOUT_MS = 2_000;
/** How long a read is retried while NATS is down or behind. */
const PATIENCE_MS = 4_000;
const REPLAY_TIMEOUT_MS = 60_000;

/** Opens one context's stream for reading aggregates. */
export const aggregateMessages = (nc: NatsConnection, context: string): AggregateMessages => {
  const stream = streamOf(context);
  const manager: Promise<JetStreamManager> = nc.jetstreamManager({
    checkAPI: false,
    timeout: LOOK_UP_TIMEOUT_MS,
  });
  const connection = watchConnection(nc);

  /** The message, or null when the server has none. */
  const ask = async (query: MsgRequest): Promise<StoredMessage | null> => {
    const { streams } = await manager;
    const found = await streams.getMessage(stream, query).catch((error: unknown) => {
      if (apiErrorCode(error) === NO_MESSAGE_FOUND) return null;
      throw error;
    });
    return found && ((await withOrigins(nc, stream, [storedMessage(found)]))[0] ?? null);
  };

  /**
   * Throws for a message that should be there and isn't. One answer shows whether it was removed or whether the server
   * just hasn't received it yet.
   */
  const missing = async (sequence: number): Promise<never> => {
    const { streams } = await manager;
    const { state } = await streams.info(stream, { deleted_details: true });
    if (sequence < state.first_seq || state.deleted?.includes(sequence))
      throw new BrokenChain(`message ${sequence} of ${stream} is gone`);
    throw new StoreUnavailable(`${stream} ends at ${state.last_seq}, before ${sequence}`);
  };

  const last = (subject: string, known = 0) =>
    connection.untilAnswered(async () => {
      const newest = await ask({ last_by_subj: subject });
      return (newest?.sequence ?? 0) < known ? missing(known) : newest;
    }, PATIENCE_MS);

  const at = (sequence: number) =>
    connection.untilAnswered(
      async () => (await ask({ seq: sequence })) ?? (await missing(sequence)),
      PATIENCE_MS,
    );

  /** All messages of a subject after `known` and up to `end`, through a consumer: slow to start, fast for many. */
  async function* replay(subject: string, known: number, end: number): AsyncGenerator<StoredMessage> {
    const signal = AbortSignal.timeout(REPLAY_TIMEOUT_MS);
    try {
      const reading = { stream, after: known, subjects: [subject], batchSize: 1_000, signal };
      for await (const batch of readMessages(nc, reading)) {
        for (const message of batch) {
          if (message.sequence > end) return;
          yield message;
          if (message.sequence === end) return;
        }
      }
    } catch (cause) {
      // The consumer lives on one server only and dies with it.
      throw isNatsOutage(cause) ? cause : new StoreUnavailable(`reading ${subject} was cut short`, { cause });
    }
    throw new StoreUnavailable(`reading ${subject} took longer than ${REPLAY_TIMEOUT_MS} ms`);
  }

  async function* between(known: number, newest: StoredMessage): AsyncGenerator<StoredMessage> {
    // Each message names its predecessor, so the few that are usually missing are found by walking back from the end.
    const tail = [newest];
    let oldest = newest;
    for (let step = 0; !oldest.isForged && oldest.previous > known && step < STEPS_BACK_MAX; step += 1) {
      oldest = await at(oldest.previous);
      tail.unshift(oldest);
    }
    // The predecessor that a forged one names means nothing: all is read again from the start.
    if (oldest.isForged) tail.length = 0;
    if (oldest.isForged || oldest.previous > known) {
      let reached = known;
      const end = oldest.isForged ? newest.sequence : oldest.previous;
      for await (const message of replay(newest.subject, known, end)) {
        if (!message.isForged && message.previous !== reached)
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
};
