// Opens the sealed words in messages before they are decoded, because keys are looked up and decoding does not wait.
import { type AggregateEvents, commit, type EventSealing, SEALED } from '@tradeium/contracts';
import { addressOf, aggregateOf, type StoredMessage } from './commit-codec.ts';
import { isNatsOutage } from './nats-outage.ts';
import { unsealEvent, userOf } from './sealed-events.ts';

type Source = AggregateEvents<unknown>;

const open = async (
  source: Source,
  sealing: EventSealing,
  message: StoredMessage,
): Promise<StoredMessage> => {
  const { id } = addressOf(message.subject);
  const { events, meta } = commit.parse(JSON.parse(Buffer.from(message.data).toString()));
  const keys = await Promise.all(
    events.map((event) => (event.type.endsWith(SEALED) ? sealing.open(userOf(event)) : null)),
  );
  const opened = () => events.map((event, n) => unsealEvent(source, id, event, keys[n]));
  return { ...message, opened: () => ({ events: opened(), meta }) };
};

/** A message that can't be opened fails when it is decoded, where it is parked, and holds up no other. */
const failWhenDecoded = (message: StoredMessage, cause: unknown): StoredMessage => {
  if (isNatsOutage(cause)) throw cause;
  const opened = () => {
    throw cause;
  };
  return { ...message, opened };
};

/** The messages with the words in them at hand for `decodeCommit`. Rejects while the keys can't be reached. */
export const unsealMessages = async (
  reads: readonly Source[],
  messages: readonly StoredMessage[],
): Promise<readonly StoredMessage[]> => {
  if (!reads.some(({ sealing, personal }) => sealing && personal)) return messages;
  return Promise.all(
    messages.map((message) => {
      const source = aggregateOf(reads, message);
      if (!source?.sealing || message.isForged) return message;
      return open(source, source.sealing, message).catch((cause: unknown) => failWhenDecoded(message, cause));
    }),
  );
};

/** One message with the words in it at hand. */
export const unsealMessage = async (
  reads: readonly Source[],
  message: StoredMessage,
): Promise<StoredMessage> => (await unsealMessages(reads, [message]))[0] ?? message;
