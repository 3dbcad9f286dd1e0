// A service's declaration of one kind of aggregate: its events, its state, what it must remember.
import type { AggregateEvents, Refusal } from '@tradeium/contracts';

/** An aggregate: a state folded from nothing but its events. The state is plain JSON. */
export type AggregateDefinition<State, Event, Intent = never> = AggregateEvents<Event> & {
  /** Raise it whenever `State` or `evolve` changes: snapshots of other versions are ignored. */
  readonly stateVersion: number;
  readonly initial: State;
  /** Pure; never mutates its input. */
  readonly evolve: (state: State, event: Event) => State;
  /**
   * Pure: decides a command on a state at a time (ISO 8601). No events: nothing to do. Left out only where a test writes events
   * of its own.
   */
  readonly decide?: (command: Intent, state: State, now: string) => readonly Event[] | Refusal;
  /** The user in whose name a command is committed; left out, its sender. */
  readonly userOf?: (id: string, command: Intent) => string;
  /** The same command id with another command is refused; `input` says what is compared where a command also holds lookups. */
  readonly comparesCommands?: boolean;
  /**
   * How many of its latest command ids the aggregate remembers, however old they are (default 32).
   * More where money moves: a retry after this many other commands is decided again.
   */
  readonly rememberedCommands?: number;
  /** A snapshot is stored after this many commits (default 100; 0: never). */
  readonly snapshotEvery?: number;
};
