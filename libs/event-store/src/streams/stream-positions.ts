// How far streams have been read, and what is still to come.
import { type AggregateEvents, streamOf, subjectOf } from '@tradeium/contracts';
import type { NatsConnection } from 'nats';
import { apiErrorCode } from './nats-outage.ts';

/** A sequence by the name of its stream. */
export type Positions = Readonly<Record<string, number>>;

/** One stream of a reader, and the subjects it reads. */
export type Source = {
  readonly stream: string;
  readonly subjects: readonly string[];
  readonly reads: readonly AggregateEvents<unknown>[];
};

/** The streams that hold these aggregates. */
export const sourcesOf = (reads: readonly AggregateEvents<unknown>[]): Source[] => {
  const streams = Map.groupBy(reads, ({ context }) => streamOf(context));
  return [...streams].map(([stream, aggregates]) => ({
    stream,
    subjects: aggregates.map(({ context, name }) => subjectOf(context, name, '*')),
    reads: aggregates,
  }));
};

const NO_MESSAGE_FOUND = 10_037;
const LOOK_UP_TIMEOUT_MS = 2_000;

const questions = new WeakMap<NatsConnection, Map<string, Promise<number>>>();

/**
 * Projections of the same stream ask the same question in the same turn; it is sent once. An answer to an earlier
 * question is useless: it may miss what was written since.
 */
const once = (nc: NatsConnection, question: string, ask: () => Promise<number>): Promise<number> => {
  const open = questions.get(nc) ?? new Map<string, Promise<number>>();
  questions.set(nc, open);
  const shared = open.get(question);
  if (shared !== undefined) return shared;
  const answer = ask();
  open.set(question, answer);
  queueMicrotask(() => open.delete(question));
  return answer;
};

/** The sequence of the newest message of a stream. */
export const lastSequence = (nc: NatsConnection, stream: string): Promise<number> =>
  once(nc, stream, async () => {
    const { streams } = await nc.jetstreamManager({ checkAPI: false, timeout: LOOK_UP_TIMEOUT_MS });
    return (await streams.info(stream)).state.last_seq;
  });

/** The sequence of the newest message of each of these streams. */
export const lastSequences = async (nc: NatsConnection, sources: readonly Source[]): Promise<Positions> => {
  const ends = sources.map(async ({ stream }) => [stream, await lastSequence(nc, stream)] as const);
  return Object.fromEntries(await Promise.all(ends));
};

/**
 * The sequence of the first message of a source after the sequence `after`, Infinity when there is none. The stream's
 * leader answers, so what was acknowledged before the question is counted.
 */
export const nextSequence = async (
  nc: NatsConnection,
  { stream, subjects }: Source,
  after: number,
): Promise<number> => {
  const answers = subjects.map((subject) =>
    once(nc, `${stream} ${subject} ${after}`, () => askNext(nc, stream, subject, after)),
  );
  return Math.min(...(await Promise.all(answers)));
};

const askNext = async (
  nc: NatsConnection,
  stream: string,
  subject: string,
  after: number,
): Promise<number> => {
  const { streams } = await nc.jetstreamManager({ checkAPI: false, timeout: LOOK_UP_TIMEOUT_MS });
  // The server answers this on every stream; the client's types offer it for direct reads only.
  const query = { seq: after + 1, next_by_subj: subject };
  try {
    return (await streams.getMessage(stream, query)).seq;
  } catch (error) {
    if (apiErrorCode(error) === NO_MESSAGE_FOUND) return Number.POSITIVE_INFINITY;
    throw error;
  }
};
