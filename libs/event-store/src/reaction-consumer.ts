// The place where JetStream keeps how far a reaction has come: a durable consumer, one message at a time.
import {
  AckPolicy,
  type Consumer,
  DeliverPolicy,
  type JetStreamManager,
  type NatsConnection,
  nanos,
} from 'nats';
import { apiErrorCode } from './nats-outage.ts';

const CONSUMER_EXISTS = 10_148;

/** A message that is neither acknowledged nor worked on for this long is delivered again. */
export const ACK_WAIT_MS = 5_000;

/** Opens the durable consumer of a reaction; the first time it starts with the first event of the stream. */
export async function openReactionConsumer(
  nc: NatsConnection,
  stream: string,
  name: string,
  subjects: string[],
): Promise<Consumer> {
  const manager = await nc.jetstreamManager({ checkAPI: false });
  const settings = {
    filter_subjects: subjects,
    ack_wait: nanos(ACK_WAIT_MS),
    // Only so do events stay in order when one must be delivered again.
    max_ack_pending: 1,
    max_deliver: -1,
  };
  await create(manager, stream, name, settings);
  return nc.jetstream().consumers.get(stream, name);
}

async function create(
  manager: JetStreamManager,
  stream: string,
  name: string,
  settings: object,
): Promise<void> {
  const fixed = { durable_name: name, ack_policy: AckPolicy.Explicit, deliver_policy: DeliverPolicy.All };
  try {
    await manager.consumers.add(stream, { ...fixed, ...settings });
  } catch (error) {
    if (apiErrorCode(error) !== CONSUMER_EXISTS) throw error;
    await manager.consumers.update(stream, name, settings);
  }
}
