// What the store knows of one aggregate at one point of its stream.
import type { AggregateDefinition } from './aggregate-definition.ts';
import type { StoredCommit } from './commit-codec.ts';
import type { Snapshot } from './snapshot.ts';

export type RememberedCommand = { readonly sequence: number; readonly inputHash: string | undefined };

export type KnownAggregate<State> = {
  state: State;
  /** Of its last commit, 0 when it has none. */
  sequence: number;
  /** Its latest commands by their id, oldest first. */
  readonly commands: Map<string, RememberedCommand>;
  commitsSinceSnapshot: number;
};

const DEFAULT_REMEMBERED_COMMANDS = 32;

/** An aggregate before its first event. */
export const unwritten = <State>(initial: State): KnownAggregate<State> => ({
  state: initial,
  sequence: 0,
  commands: new Map(),
  commitsSinceSnapshot: 0,
});

/** Moves an aggregate on by the commit that follows. */
export function advance<State, Event>(
  definition: AggregateDefinition<State, Event>,
  known: KnownAggregate<State>,
  commit: StoredCommit<Event>,
): void {
  known.state = commit.events.reduce(definition.evolve, known.state);
  known.sequence = commit.sequence;
  known.commitsSinceSnapshot += 1;
  const { commands } = known;
  commands.set(commit.meta.commandId, { sequence: commit.sequence, inputHash: commit.meta.inputHash });
  for (const oldest of commands.keys()) {
    if (commands.size <= (definition.rememberedCommands ?? DEFAULT_REMEMBERED_COMMANDS)) break;
    commands.delete(oldest);
  }
}

export const toSnapshot = <State>(known: KnownAggregate<State>, stateVersion: number): Snapshot => ({
  stateVersion,
  sequence: known.sequence,
  state: known.state,
  commands: [...known.commands].map(([id, { sequence, inputHash }]) => [id, sequence, inputHash ?? null]),
});

/** The aggregate of a snapshot; null when it is of another version of the state. */
export function fromSnapshot<State>(snapshot: Snapshot, stateVersion: number): KnownAggregate<State> | null {
  if (snapshot.stateVersion !== stateVersion) return null;
  return {
    state: snapshot.state as State,
    sequence: snapshot.sequence,
    commands: new Map(
      snapshot.commands.map(([id, sequence, inputHash]) => [
        id,
        { sequence, inputHash: inputHash ?? undefined },
      ]),
    ),
    commitsSinceSnapshot: 0,
  };
}
