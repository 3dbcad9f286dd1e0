// Hosts the streams of a process: opens them, and connects each with its reader over NATS.
import { randomBytes } from 'node:crypto';
import { type Refusal, refuse } from '@tradeium/contracts';
import { identityOf, listen, messageIn } from '@tradeium/event-store';
import type { NatsConnection } from 'nats';
import type { Log } from '../log/log.ts';
import type { RequestContext } from '../messages/request-context.ts';
import { openPace } from './pace.ts';
import {
  type AttachAnswer,
  BEAT_MS,
  namedInbox,
  publishTo,
  type ReaderMessage,
  readerMessage,
  type StreamOpened,
} from './stream-messages.ts';
import { openStreamWriter, RESUME_WITHIN_MS, type StreamWork, type StreamWriter } from './stream-writer.ts';

/** Streams of one user in this process, including those whose reader may still come back. */
const PER_USER_MAX = 100;
const STREAMS_MAX = 10_000;

/** The subject on which a stream's reader talks to its writer. */
export const streamSubject = (stream: string): string => `stream.${stream}`;

export type OpenOptions = {
  /** How long the caller waits; work that has not begun by then is stopped. */
  readonly beginWithinMs?: number;
  /** Gets the chunks from the first one on. */
  readonly reader?: RequestContext['reader'];
};

export type StreamHost = {
  /** Starts the work of a stream; answers with the stream's id once it has begun, or with its refusal. */
  open(userId: string | undefined, work: StreamWork, options?: OpenOptions): Promise<StreamOpened | Refusal>;
  /** Stops all streams and waits for their work to end. */
  stop(): Promise<void>;
};

export type StreamHostOptions = {
  readonly nc: NatsConnection;
  readonly log: Log;
  /** How long a stream waits for its reader to come back. */
  readonly resumeWithinMs?: number;
};

const answerTo = (stream: StreamWriter | undefined, message: ReaderMessage): AttachAnswer | undefined => {
  switch (message.do) {
    case 'attach':
      return stream && stream.userId === message.userId
        ? stream.attach(message)
        : { attached: false, isOver: false };
    case 'ack':
      stream?.ack(message.inbox, message.read);
      return undefined;
    case 'leave':
      stream?.leave(message.inbox, message.forGood);
      return undefined;
  }
};

/** Attaches the reader that the request has named, if it has. */
const attachNamed = (stream: StreamWriter, id: string, reader: RequestContext['reader']): AttachAnswer => {
  if (!reader) return { attached: false, isOver: false };
  const { inbox, onReaderGone } = reader;
  return stream.attach({ do: 'attach', inbox: namedInbox(inbox, id), after: 0, onReaderGone, places: true });
};

/** Makes room for one more stream of a user by ending the oldest one without a reader. */
const admit = (streams: Map<string, StreamWriter>, userId: string | undefined): boolean => {
  if (streams.size >= STREAMS_MAX) return false;
  if (userId === undefined) return true;
  const own = [...streams].filter(([, stream]) => stream.userId === userId);
  if (own.length < PER_USER_MAX) return true;
  const [id, unread] = own.find(([, stream]) => !stream.hasReader()) ?? [];
  if (id === undefined) return false;
  unread?.stop();
  return streams.delete(id);
};

/** Makes the host of this process's streams. */
export const openStreamHost = ({
  nc,
  log,
  resumeWithinMs = RESUME_WITHIN_MS,
}: StreamHostOptions): StreamHost => {
  const instance = `${identityOf(nc)?.user ?? 'local'}.${randomBytes(12).toString('base64url')}`;
  const { turn } = openPace();
  const streams = new Map<string, StreamWriter>();
  /** Also those that can no longer be read. */
  const underWay = new Set<StreamWriter>();

  const subscription = listen(nc, streamSubject(`${instance}.*`), (msg) => {
    const message = messageIn(readerMessage, msg);
    if (!message) return;
    const answer = answerTo(streams.get(msg.subject.slice(streamSubject('').length)), message);
    if (answer) msg.respond(JSON.stringify(answer));
  });
  const beats = setInterval(() => {
    for (const stream of streams.values()) stream.beat();
  }, BEAT_MS);
  beats.unref();

  /** A stream that has ended stays for a while, for a reader that has missed its last chunks. */
  const removeAfterEnd = async (id: string, stream: StreamWriter): Promise<void> => {
    await stream.ended;
    underWay.delete(stream);
    setTimeout(() => streams.delete(id), resumeWithinMs).unref();
  };

  return {
    open: async (userId, work, { beginWithinMs = Number.POSITIVE_INFINITY, reader } = {}) => {
      if (!admit(streams, userId)) return refuse('TOO_MANY_REQUESTS');
      const id = `${instance}.${randomBytes(12).toString('base64url')}`;
      const publish = (inbox: string, message: string) => publishTo(nc, inbox, message);
      const stream = openStreamWriter({ userId, work, publish, turn, log, resumeWithinMs, beginWithinMs });
      streams.set(id, stream);
      underWay.add(stream);
      void removeAfterEnd(id, stream);
      const { attached: isAttached } = attachNamed(stream, id, reader);
      const refusal = await stream.begun;
      if (refusal) {
        streams.delete(id);
        return refusal;
      }
      // Attaching to it, its reader hears that nothing comes.
      return { stream: id, isAttached: isAttached && !stream.isEmpty() };
    },
    stop: async () => {
      clearInterval(beats);
      const open = [...underWay];
      for (const stream of open) stream.stop();
      await Promise.all(open.map((stream) => stream.ended));
      subscription.unsubscribe();
    },
  };
};
