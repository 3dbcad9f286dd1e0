// Buffers a stream's newest chunks for a returning reader, and measures how much is unread.

export type BufferLimits = {
  /** A writer waits while more than this is on its way to the reader. */
  readonly unreadChunksMax: number;
  readonly unreadBytesMax: number;
  /** Buffered chunks, including read ones; more than may be unread. */
  readonly keptChunksMax: number;
  readonly keptBytesMax: number;
};

/** `number` counts the chunks of a stream from 1. */
export type Chunk = {
  readonly number: number;
  readonly text: string;
  /** The reader's position in the work behind the stream once it has this chunk. */
  readonly place: string | undefined;
  readonly bytes: number;
};

export type ReplayBuffer = {
  add(text: string, place?: string): Chunk;
  /** Notes that the reader has taken all chunks up to this one. */
  read(number: number): void;
  isFull(): boolean;
  /** The chunks after this one; undefined when some are no longer buffered, or there is no such chunk. */
  after(number: number): readonly Chunk[] | undefined;
};

export const openReplayBuffer = (limits: BufferLimits): ReplayBuffer => {
  const kept: Chunk[] = [];
  let keptBytes = 0;
  let unreadBytes = 0;
  let last = 0;
  let lastRead = 0;

  const trim = () => {
    while (kept.length > limits.keptChunksMax || (keptBytes > limits.keptBytesMax && kept.length > 1)) {
      keptBytes -= kept.shift()?.bytes ?? 0;
    }
  };

  return {
    add: (text, place) => {
      last += 1;
      const chunk = { number: last, text, place, bytes: Buffer.byteLength(text) };
      kept.push(chunk);
      keptBytes += chunk.bytes;
      unreadBytes += chunk.bytes;
      trim();
      return chunk;
    },
    read: (number) => {
      const before = lastRead;
      lastRead = Math.max(lastRead, Math.min(number, last));
      if (lastRead === before) return;
      unreadBytes = kept.reduce((sum, chunk) => (chunk.number > lastRead ? sum + chunk.bytes : sum), 0);
    },
    isFull: () => last - lastRead > limits.unreadChunksMax || unreadBytes > limits.unreadBytesMax,
    after: (number) => {
      const first = kept[0]?.number ?? last + 1;
      if (number > last || number < first - 1) return undefined;
      return kept.filter((chunk) => chunk.number > number);
    },
  };
};
