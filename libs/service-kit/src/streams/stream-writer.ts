// One stream of a service: its chunks, its reader, and the work that writes it.
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import type { Log } from '../log/log.ts';
import type { Pace } from './pace.ts';
import { type BufferLimits, type Chunk, openReplayBuffer } from './replay-buffer.ts';
import {
  type AttachAnswer,
  BEAT,
  chunkMessage,
  endMessage,
  type ReaderMessage,
  SILENCE_MAX_MS,
  type StreamEnd,
} from './stream-messages.ts';

/** A larger chunk is a bug of the service. */
const CHUNK_BYTES_MAX = 128 * 1024;
const LIMITS: BufferLimits = {
  unreadChunksMax: 64,
  unreadBytesMax: 256 * 1024,
  keptChunksMax: 256,
  keptBytesMax: 512 * 1024,
};

/** How long a stream waits for a lost reader. */
export const RESUME_WITHIN_MS = 10_000;

/** A handler's end of its stream. */
export type Sink<Chunk> = {
  /** Aborted when the work must stop: its reader is gone permanently or gives up before it begins, or this process ends. */
  readonly signal: AbortSignal;
  /** Opens the stream before its first chunk; after that the answer can no longer be a refusal. */
  begin(): void;
  /**
   * Resolves when there is room for more, and it is this stream's turn: a slow reader slows its source, and so do many
   * streams at once. What a source has by then may go in one chunk. Rejects once `signal` is aborted. `place`
   * says how far the reader is with this chunk, in letters, digits and hyphens: a reader that comes back when this
   * stream is gone names it to the stream that replaces it (`RequestContext.resumeAfter`).
   */
  write(chunk: Chunk, place?: string): Promise<void>;
};

/**
 * Writes a stream until it is complete. The reader reopens a `broken` stream, or one whose work rejects.
 */
export type StreamWork = (sink: Sink<unknown>) => Promise<Refusal | 'broken' | undefined>;

type Reader = {
  readonly inbox: string;
  readonly onReaderGone: 'cancel' | 'continue';
  readonly hasPlaces: boolean;
  heardAt: number;
};

export type StreamWriter = {
  readonly userId: string | undefined;
  /** Resolves when the stream has begun, or with the refusal that it began with. */
  readonly begun: Promise<Refusal | undefined>;
  /** Resolves when the stream has ended. */
  readonly ended: Promise<void>;
  hasReader(): boolean;
  /** It has ended without a chunk. */
  isEmpty(): boolean;
  attach(message: Extract<ReaderMessage, { do: 'attach' }>): AttachAnswer;
  ack(inbox: string, read: number): void;
  leave(inbox: string, forGood?: boolean): void;
  /** Sends the reader a sign of life, and notices when the reader sends none. */
  beat(): void;
  /** Stops the work and makes its reader reopen the stream. */
  stop(): void;
};

export type StreamWriterOptions = {
  readonly userId: string | undefined;
  readonly work: StreamWork;
  readonly publish: (inbox: string, message: string) => void;
  /** Resolves when the stream may send another chunk; always unless said. */
  readonly turn?: Pace['turn'];
  readonly log: Log;
  readonly resumeWithinMs?: number;
  /** How long the caller waits for the stream to begin. */
  readonly beginWithinMs?: number;
};

/** Wakes writers that wait for room. */
const openRoom = () => {
  let made = Promise.withResolvers<void>();
  return {
    makeRoom: () => {
      made.resolve();
      made = Promise.withResolvers();
    },
    change: () => made.promise,
  };
};

/** The answer to a reader that has all chunks of a stream that has ended. */
const nothingLeft = ({ how }: StreamEnd): AttachAnswer => ({
  attached: how !== 'broken',
  isOver: how !== 'broken',
});

/** A stream's one reader: the chunks sent and acknowledged, and how long the stream waits for it. */
const openReaderPlace = (
  { publish, resumeWithinMs = RESUME_WITHIN_MS }: Pick<StreamWriterOptions, 'publish' | 'resumeWithinMs'>,
  cancelWork: () => void,
) => {
  const buffer = openReplayBuffer(LIMITS);
  let reader: Reader | undefined;
  let end: { readonly how: StreamEnd; readonly last: number } | undefined;
  let last = 0;
  /** The wish of the last reader; before the first one, work is cancelled. */
  let onReaderGone: 'cancel' | 'continue' = 'cancel';
  const { makeRoom, change } = openRoom();
  const waitForReader = () => setTimeout(() => onReaderGone === 'cancel' && cancelWork(), resumeWithinMs);
  /** Work may take long before it begins, which nobody waits for yet. */
  let waiting: ReturnType<typeof waitForReader> | undefined;

  const publishChunk = ({ inbox, hasPlaces }: Reader, { number, text, place }: Chunk) =>
    publish(inbox, chunkMessage(number, text, hasPlaces ? place : undefined));
  const release = () => {
    if (reader) ({ onReaderGone } = reader);
    reader = undefined;
    makeRoom();
    clearTimeout(waiting);
    if (!end) waiting = waitForReader();
  };
  const attach: StreamWriter['attach'] = (asked) => {
    const missed = buffer.after(asked.after);
    if (!missed) return { attached: false, isOver: false };
    if (end && missed.length === 0) return nothingLeft(end.how);
    if (reader && reader.inbox !== asked.inbox) publish(reader.inbox, endMessage({ how: 'broken' }, last));
    const { inbox, onReaderGone: wanted, places: hasPlaces = false } = asked;
    reader = { inbox, onReaderGone: wanted, hasPlaces, heardAt: performance.now() };
    clearTimeout(waiting);
    buffer.read(asked.after);
    for (const chunk of missed) publishChunk(reader, chunk);
    if (end) publish(reader.inbox, endMessage(end.how, end.last));
    makeRoom();
    return { attached: true, isOver: false };
  };

  return {
    begin: () => {
      if (!reader) waiting ??= waitForReader();
    },
    attach,
    makeRoom,
    hasReader: () => reader !== undefined,
    isEmpty: () => end !== undefined && last === 0,
    /** Resolves when something changes for a waiting writer. */
    change,
    isFull: () => buffer.isFull() && (reader !== undefined || onReaderGone === 'cancel'),
    send: (json: string, place?: string) => {
      const chunk = buffer.add(json, place);
      last = chunk.number;
      if (reader) publishChunk(reader, chunk);
      return last;
    },
    finish: (how: StreamEnd) => {
      end = { how, last };
      clearTimeout(waiting);
      if (reader) publish(reader.inbox, endMessage(how, last));
    },
    ack: (inbox: string, read: number) => {
      if (reader?.inbox !== inbox) return;
      reader.heardAt = performance.now();
      buffer.read(read);
      makeRoom();
    },
    leave: (inbox: string, forGood = false) => {
      if (reader?.inbox !== inbox) return;
      release();
      if (forGood && onReaderGone === 'cancel') cancelWork();
    },
    beat: () => {
      if (!reader) return;
      if (performance.now() - reader.heardAt > SILENCE_MAX_MS) release();
      else publish(reader.inbox, BEAT);
    },
  };
};

/** The part of its caller's time that work has to begin: the rest is for the answer on its way. */
const BEGIN_WITHIN = 0.95;

/** Stops work that has not begun in time, and answers for work that does not end then. */
const limitBeginning = (
  begun: PromiseWithResolvers<Refusal | undefined>,
  withinMs: number,
  stopWork: () => void,
): void => {
  const late = setTimeout(stopWork, BEGIN_WITHIN * withinMs);
  const tooLate = setTimeout(() => begun.resolve(refuse('SERVICE_UNAVAILABLE')), withinMs);
  const clear = () => {
    clearTimeout(late);
    clearTimeout(tooLate);
  };
  begun.promise.then(clear, clear);
};

/** Starts the work of a stream. It has no reader yet: one has to attach in time. */
export const openStreamWriter = (options: StreamWriterOptions): StreamWriter => {
  const { log, userId, work, turn, beginWithinMs = Number.POSITIVE_INFINITY } = options;
  const stopping = new AbortController();
  const begun = Promise.withResolvers<Refusal | undefined>();
  const ended = Promise.withResolvers<void>();
  const place = openReaderPlace(options, () => stopping.abort());
  stopping.signal.addEventListener('abort', place.makeRoom);
  if (Number.isFinite(beginWithinMs)) limitBeginning(begun, beginWithinMs, () => stopping.abort());

  const begin = () => {
    place.begin();
    begun.resolve(undefined);
  };
  const write = async (chunk: unknown, at?: string): Promise<void> => {
    stopping.signal.throwIfAborted();
    const json = JSON.stringify(chunk);
    if (Buffer.byteLength(json) > CHUNK_BYTES_MAX) throw new Error('a chunk is too large for a stream');
    const number = place.send(json, at);
    begin();
    // The first words, after what says that they are coming, go at once.
    if (number > 1 && place.hasReader()) await turn?.(place);
    stopping.signal.throwIfAborted();
    while (place.isFull()) {
      await place.change();
      stopping.signal.throwIfAborted();
    }
  };
  const run = async (): Promise<void> => {
    const result = await work({ signal: stopping.signal, begin, write }).catch((error: unknown) => {
      if (!stopping.signal.aborted) {
        log.warn({ err: error }, 'a stream broke off');
        begun.reject(error);
      }
      return 'broken' as const;
    });
    if (isRefusal(result)) begun.resolve(result);
    else if (stopping.signal.aborted) begun.resolve(refuse('SERVICE_UNAVAILABLE'));
    // Has no effect on work that broke off, which has been rejected.
    else begun.resolve(undefined);
    if (result === 'broken' || stopping.signal.aborted) place.finish({ how: 'broken' });
    else place.finish(result ? { how: 'refused', refusal: result } : { how: 'done' });
    ended.resolve();
  };

  void run();
  const { attach, ack, leave, beat, hasReader, isEmpty } = place;
  return {
    userId,
    begun: begun.promise,
    ended: ended.promise,
    hasReader,
    isEmpty,
    attach,
    ack,
    leave,
    beat,
    stop: () => stopping.abort(),
  };
};
