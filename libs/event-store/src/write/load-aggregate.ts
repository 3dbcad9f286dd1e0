// Brings an aggregate up to date with its stream: from its first event, a snapshot, or a known state.
import { subjectOf } from '@tradeium/contracts';
import type { Log } from '../pacing/log.ts';
import { decodeCommit, hashBytes, type StoredCommit, type StoredMessage } from '../streams/commit-codec.ts';
import { unsealMessage } from '../streams/unseal-messages.ts';
import type { AggregateDefinition } from './aggregate-definition.ts';
import { type AggregateMessages, BrokenChain } from './aggregate-messages.ts';
import {
  advance,
  follows,
  fromSnapshot,
  type KnownAggregate,
  noteSize,
  toSnapshot,
  unwritten,
} from './known-aggregate.ts';
import { isSealed, openSnapshot, sealSnapshot } from './sealed-snapshot.ts';
import type { Snapshot, Snapshots } from './snapshot.ts';

export type Loader<State, Event> = {
  /** The newest state, from a matching snapshot where there is one. Throws BrokenChain. */
  load(id: string): Promise<KnownAggregate<State>>;
  /**
   * Advances to the newest state; true when there was anything new. Throws BrokenChain; when it fails half-way, `known` is
   * an older state, but a consistent one.
   */
  catchUp(id: string, known: KnownAggregate<State>): Promise<boolean>;
  commitAt(sequence: number): Promise<StoredCommit<Event>>;
  /** Stores a snapshot in the background if enough commits have come since the last one. */
  keepSnapshot(id: string, known: KnownAggregate<State>): void;
};

const DEFAULT_SNAPSHOT_EVERY = 100;

/** Makes the loader of one kind of aggregate. */
export const createLoader = <State, Event>(
  definition: AggregateDefinition<State, Event>,
  { messages, snapshots, log }: { messages: AggregateMessages; snapshots: Snapshots; log: Log },
): Loader<State, Event> => {
  const { context, name, stateVersion, initial } = definition;
  const snapshotEvery = definition.snapshotEvery ?? DEFAULT_SNAPSHOT_EVERY;
  const subject = (id: string) => subjectOf(context, name, id);
  const snapshotKey = (id: string) => `${context}.${name}.${id}`;

  const decode = async (message: StoredMessage): Promise<StoredCommit<Event>> =>
    decodeCommit(definition, await unsealMessage([definition], message));

  const advanceTo = async (known: KnownAggregate<State>, last: StoredMessage): Promise<void> => {
    if (known.sequence === last.sequence) {
      if (last.isForged || known.lastHash === hashBytes(last.data)) return;
      throw new BrokenChain(`${last.subject} at ${last.sequence} is not what it was`);
    }
    for await (const message of messages.between(known.sequence, last)) {
      if (message.isForged) {
        // The next commit follows it all the same: the server counts it.
        known.sequence = message.sequence;
        continue;
      }
      const commit = await decode(message);
      if (!follows(known.lastHash, commit.meta.previousHash))
        throw new BrokenChain(`${message.subject} at ${message.sequence} does not follow ${known.sequence}`);
      advance(definition, known, commit, message.data);
    }
  };

  const loadSnapshot = async (id: string, last: StoredMessage): Promise<KnownAggregate<State> | null> => {
    // An aggregate with a single commit has no snapshot.
    if (snapshotEvery === 0 || (last.previous === 0 && !last.isForged)) return null;
    const stored = await snapshots.get(snapshotKey(id));
    const snapshot = stored && (await openSnapshot(definition, id, stored));
    const known = snapshot && fromSnapshot<State>(snapshot, stateVersion);
    try {
      if (known !== null) await advanceTo(known, last);
      return known;
    } catch (error) {
      if (!(error instanceof BrokenChain)) throw error;
      log.warn({ err: error, context, aggregate: name, id }, 'a snapshot of another history was not used');
      return null;
    }
  };

  return {
    async load(id) {
      const last = await messages.last(subject(id));
      if (last === null) return unwritten(initial);
      const recent = await loadSnapshot(id, last);
      if (recent !== null) return recent;
      const known = unwritten(initial);
      await advanceTo(known, last);
      return known;
    },

    async catchUp(id, known) {
      const last = await messages.last(subject(id), known.sequence);
      if (last === null || last.sequence === known.sequence) return false;
      await advanceTo(known, last);
      return true;
    },

    commitAt: async (sequence) => decode(await messages.at(sequence)),

    keepSnapshot(id, known) {
      if (known.commitsSinceSnapshot < (snapshotEvery || DEFAULT_SNAPSHOT_EVERY)) return;
      known.commitsSinceSnapshot = 0;
      const snapshot = toSnapshot(known, stateVersion);
      const put = (content: Snapshot) => snapshots.put(snapshotKey(id), content);
      if (snapshotEvery > 0 && !isSealed(definition)) return noteSize(known, put(snapshot));
      noteSize(known, JSON.stringify(snapshot).length);
      if (snapshotEvery === 0) return;
      sealSnapshot(definition, id, snapshot).then(put, (error: unknown) => {
        log.warn({ err: error, context, aggregate: name, id }, 'a snapshot could not be sealed');
      });
    },
  };
};
