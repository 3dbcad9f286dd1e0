// Hosts the streams of a process: opens them, and connects each with its reader over NATS.
import { randomBytes } from 'node:crypto';
import { type Refusal, refuse } from '@tradeium/contracts';
import type { Msg, NatsConnection } from 'nats';
import type { Log } from '../log.ts';
import { openPace } from './pace.ts';
import {
  type AttachAnswer,
  BEAT_MS,
  publishTo,
  type ReaderMessage,
  readerMessage,
} from './stream-messages.ts';
import { openStreamWriter, RESUME_WITHIN_MS, type StreamWork, type StreamWriter } from './stream-writer.ts';

/** Streams of one user in this process, including those whose reader may still come back. */
const PER_USER_MAX = 100;
const STREAMS_MAX = 10_000;

/** The subject on which a stream's reader talks to its writer. */
export const streamSubject = (stream: string): string => `stream.${stream}`;

export type StreamHost = {
  /**
   * Starts the work of a stream; answers with the stream's id once it has begun, or with its refusal. Work that has not
   * begun when its caller is about to give up is stopped.
   */
  open(
    userId: string | undefined,
    work: StreamWork,
    beginWithinMs?: number,
  ): Promise<{ stream: string } | Refusal>;
  /** Stops all streams and waits for their work to end. */
  stop(): Promise<void>;
};

export type StreamHostOptions = {
  readonly nc: NatsConnection;
  readonly log: Log;
  /** How long a stream waits for its reader to come back. */
  readonly resumeWithinMs?: number;
};

const messageOf = (msg: Msg): ReaderMessage | undefined => {
  try {
    return readerMessage.safeParse(msg.json()).data;
  } catch {
    return undefined;
  }
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
  const instance = randomBytes(12).toString('base64url');
  const { turn } = openPace();
  const streams = new Map<string, StreamWriter>();
  /** Also those that can no longer be read. */
  const underWay = new Set<StreamWriter>();

  const subscription = nc.subscribe(streamSubject(`${instance}.*`), {
    callback: (error, msg) => {
      const message = error ? undefined : messageOf(msg);
      if (!message) return;
      const answer = answerTo(streams.get(msg.subject.slice(streamSubject('').length)), message);
      if (answer) msg.respond(JSON.stringify(answer));
    },
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
    open: async (userId, work, beginWithinMs = Number.POSITIVE_INFINITY) => {
      if (!admit(streams, userId)) return refuse('TOO_MANY_REQUESTS');
      const id = `${instance}.${randomBytes(12).toString('base64url')}`;
      const publish = (inbox: string, message: string) => publishTo(nc, inbox, message);
      const stream = openStreamWriter({ userId, work, publish, turn, log, resumeWithinMs, beginWithinMs });
      streams.set(id, stream);
      underWay.add(stream);
      void removeAfterEnd(id, stream);
      const refusal = await stream.begun;
      if (refusal) {
        streams.delete(id);
        return refusal;
      }
      return { stream: id };
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
