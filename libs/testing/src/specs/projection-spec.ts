// Shows the documents that a projection makes of events, without any server.
import type { CommitMeta } from '@tradeium/contracts';
import { foldEvents, type Projection, type StoredEvent } from '@tradeium/event-store';
import { deepFreeze } from './deep-freeze.ts';

/** An event as a test writes it; each is its own commit, one second after the previous one. */
export type Fact<Event> = {
  event: Event;
  /** The aggregate's id (default `id`). */
  id?: string;
  /** The context (default that of the projection's first aggregate). */
  context?: string;
  /** The aggregate's name (default that of the projection's first one). */
  aggregate?: string;
  meta?: Partial<CommitMeta>;
};

const START = Date.parse('2026-01-01T00:00:00.000Z');

/** The documents by id after these events, given as facts or bare. Throws what the projection throws, and when it mutates its input. */
export const projected = <Event extends { type: string }, Doc extends object>(
  projection: Projection<Event, Doc>,
  facts: readonly (Fact<Event> | Event)[],
): Record<string, Doc> => {
  const stored = facts.map((fact, index) => storedEvent(projection, factOf(fact), index));
  const changes: typeof projection.changes = (one) =>
    projection
      .changes(deepFreeze(one))
      .map(({ id, apply }) => ({ id, apply: (document) => deepFreeze(apply(document)) }));
  return Object.fromEntries(foldEvents({ ...projection, changes }, stored));
};

const factOf = <Event extends { type: string }>(fact: Fact<Event> | Event): Fact<Event> =>
  'event' in fact ? fact : { event: fact };

const storedEvent = <Event, Doc extends object>(
  projection: Projection<Event, Doc>,
  { event, id = 'id', context, aggregate, meta }: Fact<Event>,
  index: number,
): StoredEvent<Event> => {
  const at = new Date(START + index * 1_000).toISOString();
  const sequence = index + 1;
  return {
    event,
    sequence,
    index: 0,
    context: context ?? projection.reads[0].context,
    aggregate: aggregate ?? projection.reads[0].name,
    id,
    meta: { commandId: `command-${sequence}`, at, ...meta },
  };
};
