// Reads a stream in order from a given position, in bounded batches, and follows what is written later.
import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import {
  AckPolicy,
  type Consumer,
  DeliverPolicy,
  ErrorCode,
  type NatsConnection,
  NatsError,
  nanos,
} from 'nats';
import { type StoredMessage, storedMessage } from './commit-codec.ts';
import { watchConnection } from './connection-watch.ts';
import { withOrigins } from './origins.ts';

export type Reading = {
  stream: string;
  /** Only messages with a greater sequence are read, or those stored at this time or later. */
  after: number | Date;
  /** Only messages of these subjects, when given. */
  subjects?: readonly string[];
  /** The maximum number of messages in a batch; twice as many may wait in memory. */
  batchSize: number;
  /** Ends the reading. */
  signal: AbortSignal;
};

const FORGOTTEN_AFTER_MS = 60_000;
const ANSWER_TIMEOUT_MS = 2_000;
/** How long it asks for a consumer. */
const PATIENCE_MS = 6_000;
const RETRY_PAUSE_MS = 50;

/**
 * Yields existing messages in batches of at most `batchSize`, then new messages as soon as they arrive. Ends
 * when the signal is aborted. Throws when the server lost the consumer or skipped a message: continue from
 * the last batch.
 *
 * Not the client's ordered consumer: that one takes everything the server sends, whether or not
 * the reader keeps up: a long replay into a slow database would fill the memory.
 */
export async function* readMessages(nc: NatsConnection, reading: Reading): AsyncGenerator<StoredMessage[]> {
  const { stream } = reading;
  const manager = await nc.jetstreamManager({ checkAPI: false, timeout: ANSWER_TIMEOUT_MS });
  const config = {
    ack_policy: AckPolicy.None,
    mem_storage: true,
    num_replicas: 1,
    inactive_threshold: nanos(FORGOTTEN_AFTER_MS),
    ...startOf(reading),
    ...(reading.subjects === undefined ? {} : { filter_subjects: [...reading.subjects] }),
  };
  // There is no answer while leaders change. A consumer that is created twice costs nothing: the server forgets the unused one.
  const { name } = await watchConnection(nc).untilAnswered(
    () => manager.consumers.add(stream, config),
    PATIENCE_MS,
  );
  const consumer = await nc.jetstream().consumers.get(stream, name);
  try {
    for await (const batch of onceReachable(() => readConsumer(consumer, reading)))
      yield await withOrigins(nc, stream, batch);
  } finally {
    manager.consumers.delete(stream, name).catch(() => undefined);
  }
}

/** Begins to read again while a cluster's server does not know the new consumer yet. */
async function* onceReachable(read: () => AsyncGenerator<StoredMessage[]>): AsyncGenerator<StoredMessage[]> {
  const deadlineMs = performance.now() + PATIENCE_MS;
  for (;;) {
    let hasBegun = false;
    try {
      for await (const batch of read()) {
        hasBegun = true;
        yield batch;
      }
      return;
    } catch (error) {
      const isUnknown = error instanceof NatsError && error.code === ErrorCode.NoResponders;
      if (hasBegun || !isUnknown || performance.now() > deadlineMs) throw error;
      await delay(RETRY_PAUSE_MS);
    }
  }
}

async function* readConsumer(
  consumer: Consumer,
  { stream, batchSize, signal }: Reading,
): AsyncGenerator<StoredMessage[]> {
  const messages = await consumer.consume({ max_messages: batchSize, abort_on_missing_resource: true });
  const close = () => void messages.close();
  signal.addEventListener('abort', close, { once: true });
  if (signal.aborted) close();
  const iterator = messages[Symbol.asyncIterator]();
  const take = () => {
    const next = iterator.next();
    // It may fail while a batch is processed: the next `await` reports that.
    next.catch(() => undefined);
    return next;
  };
  try {
    let batch: StoredMessage[] = [];
    let next = take();
    for (let delivered = 1; ; delivered += 1) {
      const { done, value } = await next;
      if (done) return;
      const { deliverySequence, pending } = value.info;
      if (deliverySequence !== delivered) throw new Error(`messages of ${stream} were lost on their way`);
      batch.push(storedMessage(value));
      next = take();
      if (batch.length < batchSize && (pending > 0 || (await hasArrived(next)))) continue;
      yield batch;
      batch = [];
    }
  } finally {
    signal.removeEventListener('abort', close);
    close();
  }
}

/** True if the next message is already here. `pending` counts only what the server has not sent. */
const hasArrived = (next: Promise<unknown>): Promise<boolean> => {
  const arrived = () => true;
  return Promise.race([next.then(arrived, arrived), nextTurn(false)]);
};

const startOf = ({ after }: Reading) =>
  typeof after === 'number'
    ? { deliver_policy: DeliverPolicy.StartSequence, opt_start_seq: after + 1 }
    : { deliver_policy: DeliverPolicy.StartTime, opt_start_time: after.toISOString() };
