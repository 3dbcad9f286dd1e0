// Opens the sealed words in messages before they are decoded, because keys are looked up and decoding does not wait.
import { type AggregateEvents, commit, type EventSealing, SEALED } from '@tradeium/contracts';
import { addressOf, type StoredMessage } from './commit-codec.ts';
import { unsealEvent, userOf } from './sealed-events.ts';

type Source = AggregateEvents<unknown>;

const open = async (
  source: Source,
  sealing: EventSealing,
  message: StoredMessage,
): Promise<StoredMessage> => {
  const { id } = addressOf(message.subject);
  const content = commit.safeParse(JSON.parse(Buffer.from(message.data).toString()));
  // Whoever decodes it reports what is wrong with it.
  if (!content.success) return message;
  const { events, meta } = content.data;
  const keys = await Promise.all(
    events.map((event) => (event.type.endsWith(SEALED) ? sealing.find(userOf(event)) : null)),
  );
  const opened = () => events.map((event, n) => unsealEvent(source, id, event, keys[n]));
  return { ...message, opened: () => ({ events: opened(), meta }) };
};

/** The messages with the words in them at hand for `decodeCommit`. Rejects while the keys can't be reached. */
export const unsealMessages = async (
  reads: readonly Source[],
  messages: readonly StoredMessage[],
): Promise<readonly StoredMessage[]> => {
  if (!reads.some(({ sealing, personal }) => sealing && personal)) return messages;
  return Promise.all(
    messages.map((message) => {
      const { context, aggregate } = addressOf(message.subject);
      const source = reads.find((one) => one.name === aggregate && one.context === context);
      return source?.sealing ? open(source, source.sealing, message) : message;
    }),
  );
};

/** One message with the words in it at hand. */
export const unsealMessage = async (
  reads: readonly Source[],
  message: StoredMessage,
): Promise<StoredMessage> => (await unsealMessages(reads, [message]))[0] ?? message;
