// Writes a commit as a message, and reads a message of any age back as today's events.
import { hash } from 'node:crypto';
import { type AggregateEvents, type Commit, type CommitMeta, commit } from '@tradeium/contracts';
import type { JsMsg, Msg, MsgHdrs, StoredMsg } from 'nats';
import { readEvent } from './read-event.ts';
import { unsealEvent } from './sealed-events.ts';
import { SIGNATURE_HEADER } from './signatures.ts';

/** A message of a stream, however it was fetched. */
export type StoredMessage = {
  readonly subject: string;
  /** Its position in the stream. */
  readonly sequence: number;
  /** The sequence of the message before it on the same subject, 0 for the first: each commit names its predecessor. */
  readonly previous: number;
  readonly data: Uint8Array;
  /** Of the service that has written it. */
  readonly signature?: string | undefined;
  /** Another than the service that owns it has written it: it is passed over. */
  readonly isForged?: true;
  /** Its content with the users' words in it, where somebody has the keys; throws when they can't be opened. */
  readonly opened?: () => Commit;
};

/** One command's events, as read from the stream. */
export type StoredCommit<Event> = {
  readonly context: string;
  readonly aggregate: string;
  readonly id: string;
  readonly sequence: number;
  readonly previous: number;
  readonly events: readonly Event[];
  readonly meta: CommitMeta;
};

/** One event and where it came from. */
export type StoredEvent<Event> = {
  readonly event: Event;
  readonly sequence: number;
  /** Its position in its commit, from 0. */
  readonly index: number;
  readonly meta: CommitMeta;
  readonly context: string;
  readonly aggregate: string;
  readonly id: string;
};

const EXPECTED_SEQUENCE_HEADER = 'Nats-Expected-Last-Subject-Sequence';
/** With it the server looks at the sequence of another subject. */
const OTHER_SUBJECT_HEADER = 'Nats-Expected-Last-Subject-Sequence-Subject';

/** The predecessor that the server has checked; null when there was none to check. */
const checkedPrevious = (headers: MsgHdrs | undefined): number | null => {
  const [value = '', ...others] = headers?.values(EXPECTED_SEQUENCE_HEADER) ?? [];
  const isChecked = /^\d+$/.test(value) && others.length === 0 && !headers?.has(OTHER_SUBJECT_HEADER);
  return isChecked ? Number(value) : null;
};

/** A message from a consumer or a look-up, or as it is published, in the one shape that the store reads. */
export const storedMessage = (message: JsMsg | StoredMsg | Msg): StoredMessage => {
  const headers = 'headers' in message ? message.headers : (message as StoredMsg).header;
  const previous = checkedPrevious(headers);
  return {
    subject: message.subject,
    sequence: 'seq' in message ? message.seq : 0,
    previous: previous ?? 0,
    data: message.data,
    // The first commit of an aggregate, written once more without a predecessor, would else be right a second time.
    signature: previous === null ? undefined : headers?.get(SIGNATURE_HEADER) || undefined,
  };
};

/** SHA-256 (hex) of the bytes of a commit: the link that the aggregate's next commit carries. */
export const hashBytes = (data: Uint8Array): string => hash('sha256', data);

/** The bytes of a commit. */
export const encodeCommit = (content: Commit): Uint8Array => Buffer.from(JSON.stringify(content));

/** The one of these aggregates that a message belongs to, if any. */
export const aggregateOf = <Event>(
  reads: readonly AggregateEvents<Event>[],
  { subject }: StoredMessage,
): AggregateEvents<Event> | undefined => {
  const { context, aggregate } = addressOf(subject);
  return reads.find((one) => one.name === aggregate && one.context === context);
};

/** The content without the users' words in it. */
const readClosed = <Event>(
  source: AggregateEvents<Event>,
  id: string,
  { data }: Pick<StoredMessage, 'data'>,
): Commit => {
  const { events, meta } = commit.parse(JSON.parse(Buffer.from(data).toString()));
  return { events: events.map((event) => unsealEvent(source, id, event)), meta };
};

/** Reads a message as a commit, each event with `readEvent`. Throws NewerEvent, or the message's fault, as for a forged one. */
export const decodeCommit = <Event>(
  source: AggregateEvents<Event>,
  message: StoredMessage,
): StoredCommit<Event> => {
  const { context, aggregate, id } = addressOf(message.subject);
  if (message.isForged) throw new Error(`${message.subject} at ${message.sequence} is forged`);
  const { events, meta } = message.opened?.() ?? readClosed(source, id, message);
  return {
    context,
    aggregate,
    id,
    sequence: message.sequence,
    previous: message.previous,
    events: events.map((event) => readEvent(source, event)),
    meta,
  };
};

/** The events of a commit, one by one. */
export const storedEvents = <Event>(from: StoredCommit<Event>): StoredEvent<Event>[] =>
  from.events.map((event, index) => ({
    event,
    sequence: from.sequence,
    index,
    meta: from.meta,
    context: from.context,
    aggregate: from.aggregate,
    id: from.id,
  }));

/** The events of a message, one by one; none of a forged one. Throws NewerEvent, or the message's fault. */
export const eventsIn = <Event>(
  source: AggregateEvents<Event>,
  message: StoredMessage,
): StoredEvent<Event>[] => (message.isForged ? [] : storedEvents(decodeCommit(source, message)));

/** The aggregate that a subject belongs to. */
export const addressOf = (subject: string): { context: string; aggregate: string; id: string } => {
  const [, context = '', aggregate = '', id = ''] = subject.split('.');
  return { context, aggregate, id };
};

/** An input as JSON with sorted keys: equal inputs have equal texts. */
export const inputText = (input: unknown): string => JSON.stringify(sortedKeys(input)) ?? '';

/** SHA-256 of an input: equal inputs have equal hashes. */
export const hashInput = (input: unknown): string => hash('sha256', inputText(input));

const sortedKeys = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sortedKeys);
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return value;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, sortedKeys(inner)]));
};
