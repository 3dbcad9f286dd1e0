// What a service declares about one kind of aggregate: its events, its state, what must be remembered.
import type { AggregateEvents } from '@tradeium/contracts';

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
