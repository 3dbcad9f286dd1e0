// A service's answer over NATS: an output, a reference to a large one, or a refusal.
import { type Refusal, refusalOfWord, refusalWord, refusalWordData, streamOf } from '@tradeium/contracts';
import type { Written } from '@tradeium/event-store';
import { z } from 'zod';

/**
 * The position of a write, so that the caller's next query can wait for it. By stream, not by context: a context may
 * be split over several streams.
 */
export type Position = { readonly stream: string; readonly sequence: number };

/** A handler's "yes": the output, and the write behind it if there was one. */
export type Answer<Output> = { readonly output: Output; readonly written: Position | undefined };

/** Makes a handler's answer. */
export const answer = <Output>(output: Output, written?: Written): Answer<Output> => ({
  output,
  written: written && { stream: streamOf(written.context), sequence: written.sequence },
});

/** A refusal as a process of any version sends it: its code may be newer than this catalogue. */
export const sentRefusal = z.object({ refused: refusalWord, data: refusalWordData.optional() });

/** The additions of a request to the streams; absent where it has added nothing. */
const growth = z.object({ events: z.int().nonnegative(), bytes: z.int().nonnegative() });

const position = z.object({ stream: z.string(), sequence: z.int() });

export const reply = z.union([
  z.object({
    ok: z.literal(true),
    output: z.unknown(),
    written: position.optional(),
    growth: growth.optional(),
  }),
  /** The output is the JSON in the blob with this digest. */
  z.object({
    ok: z.literal(true),
    outputBlob: z.string(),
    written: position.optional(),
    growth: growth.optional(),
  }),
  z.object({ ok: z.literal(false), refusal: sentRefusal, growth: growth.optional() }),
]);
export type Reply = z.infer<typeof reply>;

/** Marks a large output's blob: recognisable among users' files, so that it can be swept after reading. */
export const REPLY_FILE = { begins: Buffer.from('\0REPLY\0'), ends: Buffer.from('\0') };

/** The bytes of a large output, given as JSON. */
export const replyFile = (json: string): Buffer =>
  Buffer.concat([REPLY_FILE.begins, Buffer.from(json), REPLY_FILE.ends]);

/** The output in such bytes. */
export const readReplyFile = (bytes: Buffer): unknown =>
  JSON.parse(bytes.subarray(REPLY_FILE.begins.length, bytes.length - REPLY_FILE.ends.length).toString());

/** A sent refusal as ours. A code that only newer processes know counts as unavailable, until this one is upgraded. */
export const refusalOf = ({ refused, data }: z.infer<typeof sentRefusal>): Refusal =>
  refusalOfWord(refused, data, 'SERVICE_UNAVAILABLE');
