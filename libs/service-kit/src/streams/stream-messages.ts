// The messages between the writer of a stream and its reader, over core NATS.
import type { Refusal } from '@tradeium/contracts';
import type { NatsConnection } from 'nats';
import { z } from 'zod';
import { refusalOf, sentRefusal } from '../messages/reply.ts';

/** How often each side sends a sign of life, and how long the other waits for one. */
export const BEAT_MS = 5_000;
export const SILENCE_MAX_MS = 15_000;

/** The answer of a handler that has opened a stream. `isAttached`: the reader that the request names has it already. */
export const streamOpened = z.object({ stream: z.string(), isAttached: z.boolean().optional() });
export type StreamOpened = z.infer<typeof streamOpened>;

/**
 * Where a reader that a request names gets the chunks of a stream. A request that was sent again may have opened two: each
 * has its own subject.
 */
export const namedInbox = (inbox: string, stream: string): string => `${inbox}.${stream}`;

/** Publishes while the connection is open; an ending process has nothing more to say. */
export const publishTo = (nc: NatsConnection, subject: string, message: string): void => {
  if (!nc.isClosed() && !nc.isDraining()) nc.publish(subject, message);
};

/** The reader's requests to the writer, on the stream's own subject. */
export const readerMessage = z.discriminatedUnion('do', [
  z.object({
    do: z.literal('attach'),
    /** The reading user; only the user who opened a stream may read it. */
    userId: z.string().optional(),
    inbox: z.string(),
    /** The last chunk that the reader has. */
    after: z.int().nonnegative(),
    onReaderGone: z.enum(['cancel', 'continue']),
    /** The reader understands places. */
    places: z.boolean().optional(),
  }),
  /** Acknowledges the chunks up to `read`; also a sign of life. */
  z.object({ do: z.literal('ack'), inbox: z.string(), read: z.int().nonnegative() }),
  /** `forGood`: it cannot come back, so that a stream that ends with its reader ends now. */
  z.object({ do: z.literal('leave'), inbox: z.string(), forGood: z.boolean().optional() }),
]);
export type ReaderMessage = z.infer<typeof readerMessage>;

/** `isOver`: the stream has ended, and the reader has all of it. */
export const attachAnswer = z.object({ attached: z.boolean(), isOver: z.boolean() });
export type AttachAnswer = z.infer<typeof attachAnswer>;

/** How a stream ends: complete, with a refusal, or broken, so that it has to be reopened. */
export type StreamEnd =
  | { readonly how: 'done' | 'broken' }
  | { readonly how: 'refused'; readonly refusal: Refusal };

const end = z.discriminatedUnion('how', [
  z.object({ how: z.enum(['done', 'broken']), last: z.int() }),
  z.object({ how: z.literal('refused'), refusal: sentRefusal, last: z.int() }),
]);

export type WriterMessage =
  | { readonly type: 'chunk'; readonly number: number; readonly text: string; readonly place?: string }
  | { readonly type: 'beat' }
  /** `last` is the number of the stream's last chunk. */
  | { readonly type: 'end'; readonly end: StreamEnd; readonly last: number };

export const BEAT = 'beat';
/** A chunk is its number, the place that it reaches if it has one, a line break, and its JSON. */
export const chunkMessage = (number: number, text: string, place?: string): string =>
  `${number}${place === undefined ? '' : ` ${place}`}\n${text}`;
export const endMessage = (how: StreamEnd, last: number): string =>
  `end\n${JSON.stringify({ ...how, last })}`;

const endMessageOf = (json: string): Extract<WriterMessage, { type: 'end' }> => {
  const { last, ...how } = end.parse(JSON.parse(json));
  return {
    type: 'end',
    last,
    end: how.how === 'refused' ? { how: 'refused', refusal: refusalOf(how.refusal) } : how,
  };
};

/** Reads what a writer has sent. */
export const writerMessageOf = (message: string): WriterMessage => {
  if (message === BEAT) return { type: 'beat' };
  const line = message.indexOf('\n');
  const [head, rest] = [message.slice(0, line), message.slice(line + 1)];
  if (head === 'end') return endMessageOf(rest);
  const [number, place] = head.split(' ');
  return { type: 'chunk', number: Number(number), text: rest, ...(place !== undefined && { place }) };
};
