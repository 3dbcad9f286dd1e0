// Reads what has happened to a user, with dates, from the user's events.
import { commit, SEALED, streamOf, subjectOf } from '@tradeium/contracts';
import type { NatsConnection } from 'nats';

export type Fact = { readonly what: string; readonly at: string };

/** More commits than a user causes in years; later ones are left out. */
const COMMITS_MAX = 10_000;
const TIMEOUT_MS = 5_000;

/** Whether its words are sealed makes no other fact. */
const nameOf = (type: string): string => (type.endsWith(SEALED) ? type.slice(0, -SEALED.length) : type);

/** A user's facts, oldest first: names and times only, as the rest of an event is secret or sealed. */
export const userFacts = async (nc: NatsConnection, userId: string): Promise<Fact[]> => {
  const stream = streamOf('auth');
  const subject = subjectOf('auth', 'user', userId);
  const manager = await nc.jetstreamManager({ checkAPI: false });
  const { state } = await manager.streams.info(stream, { subjects_filter: subject });
  const count = state.subjects?.[subject] ?? 0;
  if (count === 0) return [];
  const consumer = await nc.jetstream().consumers.get(stream, { filterSubjects: [subject] });
  const facts: Fact[] = [];
  const messages = await consumer.fetch({ max_messages: Math.min(count, COMMITS_MAX), expires: TIMEOUT_MS });
  for await (const message of messages) {
    const { events, meta } = commit.parse(message.json());
    facts.push(...events.map(({ type }) => ({ what: nameOf(type), at: meta.at })));
    if (message.info.pending === 0) break;
  }
  return facts;
};
