// The store's knowledge of one aggregate at one point of its stream.

import { hashBytes, type StoredCommit } from '../streams/commit-codec.ts';
import type { AggregateDefinition } from './aggregate-definition.ts';
import type { Snapshot, StoredSnapshot } from './snapshot.ts';

export type RememberedCommand = { readonly sequence: number; readonly inputHash: string | undefined };

export type KnownAggregate<State> = {
  state: State;
  /** Of the last message on its subject, 0 when it has none: of its last commit, unless something forged came after it. */
  sequence: number;
  /** SHA-256 (hex) of the bytes of its last commit; empty before the first. */
  lastHash: string;
  /** Its latest commands by their id, oldest first. */
  readonly commands: Map<string, RememberedCommand>;
  /** Its approximate size as JSON: when it was last measured, and the commits since. */
  bytes: number;
  /** Its size when it was last measured. */
  measuredBytes: number;
  commitsSinceSnapshot: number;
};

const DEFAULT_REMEMBERED_COMMANDS = 32;
/** The size of an empty aggregate: its id, its command ids, its cache entry. */
const BYTES_AT_LEAST = 512;
/** Commits of this many bytes are not worth a measurement. */
const UNMEASURED_BYTES_MAX = 4_096;

/** An aggregate before its first event. */
export const unwritten = <State>(initial: State): KnownAggregate<State> => ({
  state: initial,
  sequence: 0,
  lastHash: '',
  commands: new Map(),
  bytes: BYTES_AT_LEAST,
  measuredBytes: BYTES_AT_LEAST,
  commitsSinceSnapshot: 0,
});

/** True if a commit follows the one whose bytes have the hash `lastHash`: only an aggregate's first commit carries none. */
export const follows = (lastHash: string, previousHash: string | undefined): boolean =>
  previousHash === (lastHash || undefined);

/** Advances an aggregate by its next commit, whose bytes are `data`. */
export const advance = <State, Event>(
  definition: AggregateDefinition<State, Event>,
  known: KnownAggregate<State>,
  commit: StoredCommit<Event>,
  data: Uint8Array,
): void => {
  known.state = commit.events.reduce(definition.evolve, known.state);
  known.sequence = commit.sequence;
  known.lastHash = hashBytes(data);
  known.bytes += data.length;
  known.commitsSinceSnapshot += 1;
  const { commands } = known;
  commands.set(commit.meta.commandId, { sequence: commit.sequence, inputHash: commit.meta.inputHash });
  for (const oldest of commands.keys()) {
    if (commands.size <= (definition.rememberedCommands ?? DEFAULT_REMEMBERED_COMMANDS)) break;
    commands.delete(oldest);
  }
};

/** Notes the aggregate's size once it is known. */
export const noteSize = (known: KnownAggregate<unknown>, bytes: number): void => {
  known.bytes = BYTES_AT_LEAST + bytes;
  known.measuredBytes = known.bytes;
};

/**
 * Its approximate size as JSON. Commits outgrow the state that they lead to, so the state is measured again once they
 * add up to more than that: in total this costs at most a few times its last size.
 */
export const sizeOf = (known: KnownAggregate<unknown>): number => {
  if (known.bytes > 2 * known.measuredBytes + UNMEASURED_BYTES_MAX)
    noteSize(known, JSON.stringify(toSnapshot(known, 0)).length);
  return known.bytes;
};

export const toSnapshot = <State>(known: KnownAggregate<State>, stateVersion: number): Snapshot => ({
  stateVersion,
  sequence: known.sequence,
  lastHash: known.lastHash,
  state: known.state,
  commands: [...known.commands].map(([id, { sequence, inputHash }]) => [id, sequence, inputHash ?? null]),
});

/** The aggregate of a snapshot; null when its state has another version. */
export const fromSnapshot = <State>(
  { content: snapshot, bytes }: StoredSnapshot,
  stateVersion: number,
): KnownAggregate<State> | null => {
  if (snapshot.stateVersion !== stateVersion) return null;
  return {
    state: snapshot.state as State,
    sequence: snapshot.sequence,
    lastHash: snapshot.lastHash,
    commands: new Map(
      snapshot.commands.map(([id, sequence, inputHash]) => [
        id,
        { sequence, inputHash: inputHash ?? undefined },
      ]),
    ),
    bytes: BYTES_AT_LEAST + bytes,
    measuredBytes: BYTES_AT_LEAST + bytes,
    commitsSinceSnapshot: 0,
  };
};
