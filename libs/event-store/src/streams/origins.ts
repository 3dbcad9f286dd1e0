// Looks whether commits were written by the services that own them; others are marked, so that every reader passes them over.
import { type Context, SERVICE_NAMES, SERVICES, streamOf } from '@tradeium/contracts';
import { LRUCache } from 'lru-cache';
import type { Msg, NatsConnection } from 'nats';
import { type BusIdentity, identityOf } from './bus-identity.ts';
import { addressOf, type StoredMessage, storedMessage } from './commit-codec.ts';
import type { SignedContent } from './signatures.ts';

/** The service that alone writes the events of a context. */
export const ownerOf = (context: string): string =>
  SERVICE_NAMES.find((name) => SERVICES[name].context === context) ?? '';

/** A commit holds only where it was written: on its subject, after its predecessor. */
export const signedCommit = (subject: string, previous: number, data: Uint8Array): SignedContent => ({
  by: ownerOf(addressOf(subject).context),
  place: ['commit', subject, String(previous)],
  data,
});

/** One bit for each sequence of a stream that was found right: many readers of a process read the same commits. */
const BLOCK_BITS = 8_192;
const BLOCKS_MAX = 4_096;
const FORGED_MAX = 10_000;

const openChecked = () => {
  const blocks = new LRUCache<string, Uint8Array>({ max: BLOCKS_MAX });
  const markOf = (stream: string, sequence: number) => ({
    key: `${stream} ${Math.floor(sequence / BLOCK_BITS)}`,
    byte: Math.floor((sequence % BLOCK_BITS) / 8),
    bit: 1 << (sequence % 8),
  });
  return {
    isRight: (stream: string, sequence: number): boolean => {
      const { key, byte, bit } = markOf(stream, sequence);
      return ((blocks.get(key)?.[byte] ?? 0) & bit) !== 0;
    },
    noteRight: (stream: string, sequence: number): void => {
      const { key, byte, bit } = markOf(stream, sequence);
      const block = blocks.get(key) ?? new Uint8Array(BLOCK_BITS / 8);
      block[byte] = (block[byte] ?? 0) | bit;
      blocks.set(key, block);
    },
    /** Those that were reported. */
    forged: new LRUCache<string, true>({ max: FORGED_MAX }),
  };
};

const checks = new WeakMap<BusIdentity, ReturnType<typeof openChecked>>();

const checkedBy = (identity: BusIdentity): ReturnType<typeof openChecked> => {
  const checked = checks.get(identity) ?? openChecked();
  checks.set(identity, checked);
  return checked;
};

const isByOwner = async (
  { signatures }: BusIdentity,
  { subject, previous, data, signature = '' }: StoredMessage,
): Promise<boolean> => !signatures || signatures.isRight(signedCommit(subject, previous, data), signature);

/** True if a message is of this stream: consumers bring such with other subjects into it. */
const belongsTo = (stream: string, subject: string): boolean =>
  subject.startsWith('events.') && streamOf(addressOf(subject).context as Context) === stream;

const withOrigin = async (
  identity: BusIdentity,
  stream: string,
  message: StoredMessage,
): Promise<StoredMessage> => {
  const { subject, sequence } = message;
  if (!identity.signatures) return message;
  const { isRight, noteRight, forged } = checkedBy(identity);
  if (isRight(stream, sequence)) return message;
  if (belongsTo(stream, subject) && (await isByOwner(identity, message))) {
    noteRight(stream, sequence);
    return message;
  }
  const place = `${stream} ${sequence}`;
  if (!forged.has(place)) identity.onForged?.({ kind: 'commit', subject, sequence });
  forged.set(place, true);
  return { ...message, isForged: true };
};

/** The messages of a stream, those marked that the service that owns it has not written. */
export const withOrigins = (
  nc: NatsConnection,
  stream: string,
  messages: readonly StoredMessage[],
): Promise<StoredMessage[]> => {
  const identity = identityOf(nc);
  return Promise.all(messages.map((message) => withOrigin(identity, stream, message)));
};

/** True if a commit that is heard as it is published was written by the service that owns this context. */
export const isGenuine = async (nc: NatsConnection, context: Context, msg: Msg): Promise<boolean> => {
  const identity = identityOf(nc);
  const isRight =
    belongsTo(streamOf(context), msg.subject) && (await isByOwner(identity, storedMessage(msg)));
  if (!isRight) identity.onForged?.({ kind: 'commit', subject: msg.subject });
  return isRight;
};
