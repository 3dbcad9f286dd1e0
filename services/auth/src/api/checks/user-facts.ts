// Reads what has happened to a user, with dates, from the user's events.
import { commit, SEALED, streamOf, subjectOf } from '@tradeium/contracts';
import { readMessages } from '@tradeium/event-store';
import type { NatsConnection } from 'nats';

export type Fact = { readonly what: string; readonly at: string };

/** More commits than a user causes in years; later ones are left out. */
const COMMITS_MAX = 10_000;
const BATCH_SIZE = 1_000;
const TIMEOUT_MS = 5_000;

/** Sealed words make no other fact. */
const nameOf = (type: string): string => (type.endsWith(SEALED) ? type.slice(0, -SEALED.length) : type);

/** A user's facts, oldest first: names and times only, as the rest of an event is secret or sealed. */
export const userFacts = async (nc: NatsConnection, userId: string): Promise<Fact[]> => {
  const stream = streamOf('auth');
  const subject = subjectOf('auth', 'user', userId);
  const manager = await nc.jetstreamManager({ checkAPI: false });
  const { state } = await manager.streams.info(stream, { subjects_filter: subject });
  let left = Math.min(state.subjects?.[subject] ?? 0, COMMITS_MAX);
  const facts: Fact[] = [];
  if (left === 0) return facts;
  const reading = { stream, subjects: [subject], after: 0, batchSize: BATCH_SIZE };
  for await (const batch of readMessages(nc, { ...reading, signal: AbortSignal.timeout(TIMEOUT_MS) })) {
    for (const { data, isForged } of batch.slice(0, left)) {
      if (isForged) continue;
      const { events, meta } = commit.parse(JSON.parse(Buffer.from(data).toString()));
      facts.push(...events.map(({ type }) => ({ what: nameOf(type), at: meta.at })));
    }
    left -= batch.length;
    if (left <= 0) break;
  }
  return facts;
};
