// The pure middle of a projection: from a batch of messages and the documents before to the documents after.
import {
  addressOf,
  decodeCommit,
  type StoredEvent,
  type StoredMessage,
  storedEvents,
} from './commit-codec.ts';
import type { AnyProjection, Change, Projection, Stored } from './projection-definition.ts';

export type PendingChange = { stored: StoredEvent<unknown>; change: Change<object> };

/** An event that the projection could not take, and why. `index` is -1 when the commit could not be read at all. */
export type Poison = { sequence: number; index: number; type: string; error: unknown };

export type DocumentWrite =
  | { kind: 'insert' | 'replace'; id: string; seq: number; document: object }
  | { kind: 'delete'; id: string; seq: number };

/** Which documents a batch may change, and how; in the order of the events. */
export function collectChanges(
  projection: AnyProjection,
  batch: readonly StoredMessage[],
): { changes: PendingChange[]; poison: Poison[] } {
  const changes: PendingChange[] = [];
  const poison: Poison[] = [];
  for (const message of batch) {
    const source = projection.reads.find(({ name }) => name === addressOf(message.subject).aggregate);
    if (source === undefined) continue;
    for (const stored of readEvents(source, message, poison)) {
      try {
        for (const change of projection.changes(stored as StoredEvent<never>))
          changes.push({ stored, change });
      } catch (error) {
        poison.push(poisonOf(stored, error));
      }
    }
  }
  return { changes, poison };
}

/**
 * Folds the changes into the documents. A document that is at or beyond a change's commit has it already and is left
 * alone, so a replay from any earlier place, cut into any batches, ends in the same documents.
 */
export function foldChanges(
  changes: readonly PendingChange[],
  documents: ReadonlyMap<string, Stored<object>>,
): { writes: DocumentWrite[]; poison: Poison[] } {
  const drafts = new Map<string, Draft>();
  const poison: Poison[] = [];
  for (const { stored, change } of changes) {
    const draft = drafts.get(change.id) ?? draftOf(documents.get(change.id));
    drafts.set(change.id, draft);
    if (stored.sequence <= draft.seqBefore) continue;
    try {
      const document = change.apply(draft.document);
      if (document === draft.document) continue;
      draft.document = document;
      draft.seq = stored.sequence;
    } catch (error) {
      poison.push(poisonOf(stored, error));
    }
  }
  return { writes: [...drafts].flatMap(([id, draft]) => writeOf(id, draft)), poison };
}

/** The documents by id that a projection makes of these events alone. Throws what it throws. */
export function foldEvents<Event, Doc extends object>(
  projection: Projection<Event, Doc>,
  events: readonly StoredEvent<Event>[],
): Map<string, Doc> {
  const changes = events.flatMap((stored) =>
    projection.changes(stored).map((change) => ({ stored, change })),
  );
  const { writes, poison } = foldChanges(changes as unknown as PendingChange[], new Map());
  for (const { error } of poison) throw error;
  return new Map(
    writes.flatMap((write) => (write.kind === 'delete' ? [] : [[write.id, write.document as Doc]])),
  );
}

type Draft = { document: object | null; existed: boolean; seqBefore: number; seq: number };

function draftOf(stored: Stored<object> | undefined): Draft {
  if (stored === undefined) return { document: null, existed: false, seqBefore: 0, seq: 0 };
  const { _id, seq, ...document } = stored;
  return { document, existed: true, seqBefore: seq, seq };
}

function writeOf(id: string, { document, existed, seqBefore, seq }: Draft): DocumentWrite[] {
  if (seq === seqBefore) return [];
  if (document !== null) return [{ kind: existed ? 'replace' : 'insert', id, seq, document }];
  return existed ? [{ kind: 'delete', id, seq }] : [];
}

function readEvents(
  source: AnyProjection['reads'][number],
  message: StoredMessage,
  poison: Poison[],
): StoredEvent<unknown>[] {
  try {
    return storedEvents(decodeCommit(source, message));
  } catch (error) {
    poison.push({ sequence: message.sequence, index: -1, type: message.subject, error });
    return [];
  }
}

const poisonOf = ({ sequence, index, event }: StoredEvent<unknown>, error: unknown): Poison => ({
  sequence,
  index,
  type: (event as { type: string }).type,
  error,
});
