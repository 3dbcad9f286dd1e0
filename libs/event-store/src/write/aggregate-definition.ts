// A service's declaration of one kind of aggregate: its events, its state, what it must remember.
import type { AggregateEvents } from '@tradeium/contracts';

/** An aggregate: a state folded from nothing but its events. The state is plain JSON. */
export type AggregateDefinition<State, Event> = AggregateEvents<Event> & {
  /** Raise it whenever `State` or `evolve` changes: snapshots of other versions are ignored. */
  readonly stateVersion: number;
  readonly initial: State;
  /** Pure; never mutates its input. */
  readonly evolve: (state: State, event: Event) => State;
  /**
   * How many of its latest command ids the aggregate remembers, however old they are (default 32).
   * More where money moves: a retry after this many other commands is decided again.
   */
  readonly rememberedCommands?: number;
  /** A snapshot is stored after this many commits (default 100; 0: never). */
  readonly snapshotEvery?: number;
};
