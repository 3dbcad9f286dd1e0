// What a context tells the store about one kind of aggregate: its events, its state, what must be remembered.
import type { Context } from '@tradeium/contracts';
import type { z } from 'zod';

/** An event as it was written, perhaps by an older version of the program. */
export type RawEvent = { type: string; data: Record<string, unknown> };

/** Where the events of one kind of aggregate are, and how to read them. */
export type AggregateEvents<Event> = {
  readonly context: Context;
  /** Lower-case; the events of one aggregate have the subject `events.<context>.<name>.<id>`. */
  readonly name: string;
  /** Checked before an event is written, and again after it is read. */
  readonly events: z.ZodType<Event>;
  /** Turns an event of an older version into today's; gives every other event back as it is. */
  readonly upcast?: (written: RawEvent) => RawEvent;
};

/** An aggregate: a state that is nothing but its events, folded. The state is plain JSON. */
export type AggregateDefinition<State, Event> = AggregateEvents<Event> & {
  /** Raised whenever `State` or `evolve` changes: snapshots of other versions are not used. */
  readonly stateVersion: number;
  readonly initial: State;
  /** Pure; never changes the state that it is given. */
  readonly evolve: (state: State, event: Event) => State;
  /**
   * How many of its latest command ids the aggregate knows again, however old they are (32 when not given).
   * More where money moves: a retry that comes after this many other commands is decided anew.
   */
  readonly rememberedCommands?: number;
  /** A snapshot is kept after this many commits (100 when not given; 0: never). */
  readonly snapshotEvery?: number;
};
