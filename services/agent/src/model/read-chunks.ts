// Reads the chunks of a streamed answer, all that have come at a time, and keeps its connection for the next request.
import type { z } from 'zod';
import { chunk as chunkSchema } from './chunk.ts';
import { openEventData } from './event-data.ts';
import { ModelBroken } from './model.ts';

export type Chunk = z.output<typeof chunkSchema>;

export type ChunkReader = {
  /** All chunks that have come, one at least; undefined at the end. Rejects when the next one is none of the protocol. */
  readonly next: () => Promise<readonly Chunk[] | undefined>;
  /** Ends the connection by `abort`, unless the answer has ended: then another request can have it. */
  readonly leave: (abort: () => void) => void;
};

const DONE = '[DONE]';
/** Servers end an answer at once after its last event. */
const END_WITHIN_MS = 1_000;

/** A faulty text is not quoted: it may hold the user's words. */
const chunkOf = (data: string): Chunk | ModelBroken => {
  let value: unknown;
  try {
    value = JSON.parse(data);
  } catch {
    return new ModelBroken('a chunk is no JSON');
  }
  if (typeof value === 'object' && value !== null && 'error' in value && value.error)
    return new ModelBroken('the model server broke off with an error');
  return chunkSchema.safeParse(value).data ?? new ModelBroken('a chunk is not of the protocol');
};

type Taken = {
  /** Those before the end or the failure. */
  readonly chunks: readonly Chunk[];
  readonly isDone: boolean;
  readonly failure?: ModelBroken;
};

const takeChunks = (events: readonly string[]): Taken => {
  const chunks: Chunk[] = [];
  for (const data of events) {
    if (data === DONE) return { chunks, isDone: true };
    const chunk = chunkOf(data);
    if (chunk instanceof ModelBroken) return { chunks, isDone: false, failure: chunk };
    chunks.push(chunk);
  }
  return { chunks, isDone: false };
};

/**
 * The client's own reader takes several times as long for each chunk, and gives up the connection of an answer that has
 * ended.
 */
export const readChunks = ({ body }: Response): ChunkReader => {
  const reader = body?.getReader();
  const events = openEventData();
  let taken: Taken = { chunks: [], isDone: false };

  const read = async (): Promise<Uint8Array | undefined> => (await reader?.read())?.value;
  const readToEnd = async (): Promise<void> => {
    while ((await read()) !== undefined);
  };

  return {
    next: async () => {
      while (!taken.isDone) {
        if (taken.failure) throw taken.failure;
        const bytes = await read();
        taken = takeChunks(bytes === undefined ? events.end() : events.add(bytes));
        if (taken.chunks.length > 0) return taken.chunks;
        // An event that is cut off is none.
        if (bytes === undefined) return undefined;
      }
      return undefined;
    },
    leave: (abort) => {
      if (!taken.isDone) return abort();
      const late = setTimeout(abort, END_WITHIN_MS);
      readToEnd().then(
        () => clearTimeout(late),
        () => clearTimeout(late),
      );
    },
  };
};
