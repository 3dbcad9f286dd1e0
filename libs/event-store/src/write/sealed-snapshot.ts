// Seals the state in the snapshot of an aggregate whose events are sealed: it holds the same words.
import type { AggregateEvents } from '@tradeium/contracts';
import { z } from 'zod';
import type { Snapshot, StoredSnapshot } from './snapshot.ts';

type Source = AggregateEvents<unknown>;

const sealedState = z.object({ sealed: z.string() });

const snapshotPlaceOf = ({ context, name }: Source, id: string): string =>
  `${context}.${name}.${id}.snapshot`;

/** True if snapshots of these aggregates are sealed. The aggregate is its user's own: its id is the user's. */
export const isSealed = ({ personal, sealing }: Source): boolean =>
  personal !== undefined && sealing !== undefined;

export const sealSnapshot = async (source: Source, id: string, content: Snapshot): Promise<Snapshot> => {
  const key = await source.sealing?.ensure(id);
  if (!key) throw new Error('there is no key');
  return {
    ...content,
    state: { sealed: key.seal(snapshotPlaceOf(source, id), JSON.stringify(content.state)) },
  };
};

/** Null for one that cannot be opened: the events are read instead, as for a snapshot from before it was sealed. */
export const openSnapshot = async (
  source: Source,
  id: string,
  stored: StoredSnapshot,
): Promise<StoredSnapshot | null> => {
  if (!isSealed(source)) return stored;
  const state = sealedState.safeParse(stored.content.state);
  const key = state.success ? await source.sealing?.find(id) : null;
  if (!state.success || !key) return null;
  try {
    const opened: unknown = JSON.parse(key.unseal(snapshotPlaceOf(source, id), state.data.sealed));
    return { ...stored, content: { ...stored.content, state: opened } };
  } catch {
    return null;
  }
};
