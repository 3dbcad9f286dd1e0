// A reaction, and the needs of its work.
import type { AggregateEvents } from '@tradeium/contracts';
import type { NatsConnection } from 'nats';
import type { Log } from '../pacing/log.ts';
import type { StoredEvent } from '../streams/commit-codec.ts';
import type { Source } from '../streams/stream-positions.ts';
import type { ParkedReactions } from './parked-reactions.ts';
import type { Handling } from './reaction-handling.ts';

export type Reaction<Event> = {
  /** Kebab-case; the reaction's progress is stored under this name, so a new name makes it a new reaction: see `startAt`. */
  name: string;
  /** The aggregates that it listens to, all of one context. */
  reads: readonly [AggregateEvents<Event>, ...AggregateEvents<Event>[]];
  /**
   * Where it starts when it is new: at the first event, or at those written at this time (ISO 8601) or later. Unused once it
   * has made progress. Set a time when a reaction is renamed or added to a context with history.
   */
  startAt: 'beginning' | string;
  /**
   * Handles one event, perhaps more than once: the ids of what it sends are derived from the event. A rejection, or a refusal
   * that may pass later (5xx, CONCURRENT_CHANGE), is retried; any other refusal is parked.
   */
  handle(stored: StoredEvent<Event>): Promise<unknown>;
  /** The event types to handle (default: all). */
  types?: readonly string[];
  /** An event older than this when its turn comes is not acted on but recorded as expired. */
  expiresAfterMs?: number;
  /** How often an event is tried before it is parked (default 15 times, in about 3 minutes). */
  maxAttempts?: number;
  /**
   * How long one handling may take (default 60 s). Nothing stops a longer one: its next try may run at the same time, and after
   * parking so may the next event of its aggregate.
   */
  timeoutMs?: number;
  /** How many events, each of another aggregate, may be handled at the same time (default 8). */
  atOnceMax?: number;
};

/** A reaction to any kind of event. */
export type AnyReaction = Omit<Reaction<never>, 'reads'> & { readonly reads: Reaction<unknown>['reads'] };

/** A reaction with its defaults, and the means to do its work. */
export type Work = Required<Pick<AnyReaction, 'maxAttempts' | 'timeoutMs' | 'atOnceMax'>> &
  Handling &
  Pick<AnyReaction, 'name' | 'startAt'> & {
    readonly nc: NatsConnection;
    readonly log: Log;
    readonly source: Source;
    readonly parked: ParkedReactions;
  };
