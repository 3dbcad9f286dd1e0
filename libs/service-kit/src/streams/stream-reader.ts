// Reads a service's stream: in order, without gaps, and no faster than its consumer takes it.
import { isRefusal, type Refusal } from '@tradeium/contracts';
import { identityOf, listen, ownInbox } from '@tradeium/event-store';
import { createInbox, Events, type Msg, type NatsConnection } from 'nats';
import type { RequestContext } from '../messages/request-context.ts';
import { STREAM_INBOX } from '../servers/nats-users.ts';
import { streamSubject } from './stream-host.ts';
import {
  attachAnswer,
  BEAT_MS,
  namedInbox,
  publishTo,
  type ReaderMessage,
  SILENCE_MAX_MS,
  type StreamEnd,
  type StreamOpened,
  type WriterMessage,
  writerMessageOf,
} from './stream-messages.ts';

const ATTACH_TIMEOUT_MS = 2_000;
/**
 * Chunks are acknowledged after so many, or so much text, and with each beat. A writer has room for several times that;
 * an answer to each chunk would double the messages.
 */
const ACK_EVERY = 16;
const ACK_CHARACTERS = 32 * 1024;

export type ReadChunk = { readonly number: number; readonly text: string; readonly place?: string };

export type StreamReader = {
  readonly stream: string;
  /** The next chunk, or how the stream ended. A chunk counts as taken when the next one is requested. */
  next(): Promise<ReadChunk | StreamEnd>;
  /** Stops reading. The attachment decided whether the work continues. */
  leave(): void;
  /** The same, and no other reader is to be waited for. */
  leaveForGood(): void;
};

type Reading = {
  readonly userId: string | undefined;
  readonly onReaderGone: 'cancel' | 'continue';
};

export type Attachment = Reading & {
  readonly stream: string;
  /** The last chunk that the reader has; 0 for none. */
  readonly after: number;
};

/** Sends the request that opens a stream, with its reader in its context. */
export type OpenStream = (
  reader: NonNullable<RequestContext['reader']>,
) => Promise<{ readonly output: StreamOpened } | Refusal>;

export type StreamClient = {
  /** Attaches to a stream. `gone`: it is unknown, or no longer has the missed chunks. `over`: all of it was read. */
  attach(attachment: Attachment): Promise<StreamReader | 'gone' | 'over'>;
  /** Opens a stream and reads it from its first chunk on. */
  open(reading: Reading, ask: OpenStream): Promise<StreamReader | Refusal | 'gone' | 'over'>;
};

/** Makes the reader of streams of a connection. */
export const openStreamClient = (nc: NatsConnection): StreamClient => {
  /** The recovery of each reader when messages may be lost. */
  const recoveries = new Set<() => Promise<void>>();
  void (async () => {
    for await (const { type } of nc.status()) {
      if (type === Events.Reconnect) for (const recover of recoveries) void recover();
    }
  })();
  const link = { nc, recoveries };
  return {
    attach: (attachment) => readFrom(link, openInbox(nc), attachment, false),
    open: async (reading, ask) => {
      const inbox = openInbox(nc);
      try {
        const opened = await ask({ inbox: inbox.name, onReaderGone: reading.onReaderGone });
        if (isRefusal(opened)) {
          inbox.close();
          return opened;
        }
        const { stream, isAttached = false } = opened.output;
        return readFrom(link, inbox, { ...reading, stream, after: 0 }, isAttached);
      } catch (cause) {
        inbox.close();
        throw cause;
      }
    },
  };
};

type Link = { readonly nc: NatsConnection; readonly recoveries: Set<() => Promise<void>> };

/** Where a reader gets its messages. What comes before its stream is known is kept. */
const openInbox = (nc: NatsConnection) => {
  // Not among the inboxes for answers: hosts of streams publish to it more than once, and only there.
  const name = createInbox(`${STREAM_INBOX}.${identityOf(nc).user ?? 'gateway'}`);
  const early: Msg[] = [];
  let take = (msg: Msg | undefined): void => {
    if (msg) early.push(msg);
  };
  const subscription = listen(nc, `${name}.>`, (msg) => take(msg), { onError: () => take(undefined) });
  return {
    name,
    /** Messages of this stream go to the listener from now on; undefined is one that was lost. */
    listen: (stream: string, listener: (message: string | undefined) => void): void => {
      take = (msg) => {
        if (msg === undefined) listener(undefined);
        else if (msg.subject === namedInbox(name, stream)) listener(msg.string());
      };
      for (const msg of early.splice(0)) take(msg);
    },
    close: () => subscription.unsubscribe(),
  };
};

/** The chunks that have arrived and were not taken yet. */
const openQueue = (after: number) => {
  const chunks: ReadChunk[] = [];
  let received = after;
  let end: StreamEnd | undefined;
  let arrived = Promise.withResolvers<void>();
  const wake = () => {
    arrived.resolve();
    arrived = Promise.withResolvers();
  };
  return {
    received: () => received,
    /** The number of the last chunk that was taken. */
    taken: () => (chunks[0]?.number ?? received + 1) - 1,
    hasEnded: () => end !== undefined,
    add: (chunk: ReadChunk) => {
      received = chunk.number;
      chunks.push(chunk);
      wake();
    },
    endWith: (how: StreamEnd) => {
      end ??= how;
      wake();
    },
    take: async (): Promise<ReadChunk | StreamEnd> => {
      while (chunks.length === 0 && !end) await arrived.promise;
      return chunks.shift() ?? (end as StreamEnd);
    },
  };
};

type Queue = ReturnType<typeof openQueue>;

/** Attaches to the writer from the last chunk that has arrived. */
const askToAttach = async (
  nc: NatsConnection,
  { stream, userId, onReaderGone }: Attachment,
  inbox: string,
  after: number,
): Promise<'attached' | 'gone' | 'over'> => {
  const asked = { do: 'attach', inbox, after, onReaderGone, places: true } as const;
  const message: ReaderMessage = userId === undefined ? asked : { ...asked, userId };
  try {
    const msg = await nc.request(streamSubject(stream), JSON.stringify(message), {
      timeout: ATTACH_TIMEOUT_MS,
      noMux: true,
      reply: ownInbox(nc),
    });
    const { attached, isOver } = attachAnswer.parse(msg.json());
    if (isOver) return 'over';
    return attached ? 'attached' : 'gone';
  } catch {
    return 'gone';
  }
};

/** Takes a message of the writer; `recover` asks for chunks that were lost before it. */
const receive = (queue: Queue, message: WriterMessage, recover: () => Promise<void>): void => {
  if (message.type === 'beat') return;
  const before = message.type === 'end' ? message.last : message.number - 1;
  if (before > queue.received()) void recover();
  else if (message.type === 'end') queue.endWith(message.end);
  else if (message.number > queue.received()) queue.add(message);
};

const readFrom = async (
  { nc, recoveries }: Link,
  { name, listen, close: closeInbox }: ReturnType<typeof openInbox>,
  attachment: Attachment,
  isAttached: boolean,
): Promise<StreamReader | 'gone' | 'over'> => {
  const { stream, after } = attachment;
  const inbox = namedInbox(name, stream);
  const queue = openQueue(after);
  let acked = after;
  let unackedCharacters = 0;
  let heardAt = performance.now();

  const send = (message: ReaderMessage) => publishTo(nc, streamSubject(stream), JSON.stringify(message));
  const attach = () => askToAttach(nc, attachment, inbox, queue.received());
  const ack = () => {
    acked = queue.taken();
    unackedCharacters = 0;
    send({ do: 'ack', inbox, read: acked });
  };
  /** The writer still has the lost chunks, or the stream is broken. */
  let isRecovering = false;
  const recover = async () => {
    if (isRecovering) return;
    isRecovering = true;
    const how = await attach();
    isRecovering = false;
    if (how !== 'attached') queue.endWith({ how: how === 'over' ? 'done' : 'broken' });
  };
  listen(stream, (message) => {
    heardAt = performance.now();
    if (message === undefined) void recover();
    else receive(queue, writerMessageOf(message), recover);
  });
  const beats = setInterval(() => {
    if (performance.now() - heardAt > SILENCE_MAX_MS) queue.endWith({ how: 'broken' });
    else ack();
  }, BEAT_MS);
  recoveries.add(recover);
  const close = () => {
    clearInterval(beats);
    recoveries.delete(recover);
    closeInbox();
  };

  const leave = (forGood: boolean) => {
    if (!queue.hasEnded()) send({ do: 'leave', inbox, forGood });
    queue.endWith({ how: 'broken' });
    close();
  };

  const how = isAttached ? 'attached' : await attach();
  if (how !== 'attached') {
    close();
    return how;
  }
  return {
    stream,
    next: async () => {
      if (queue.taken() - acked >= ACK_EVERY || unackedCharacters >= ACK_CHARACTERS) ack();
      const next = await queue.take();
      if ('text' in next) unackedCharacters += next.text.length;
      return next;
    },
    leave: () => leave(false),
    leaveForGood: () => leave(true),
  };
};
