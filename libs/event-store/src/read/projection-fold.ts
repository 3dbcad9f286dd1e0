// The pure middle of a projection: from a batch of messages and the documents before to the documents after.
import { aggregateOf, eventsIn, type StoredEvent, type StoredMessage } from '../streams/commit-codec.ts';
import { NewerEvent } from '../streams/read-event.ts';
import type { Positions, Source } from '../streams/stream-positions.ts';
import type { AnyProjection, Change, Projection, Stored } from './projection-definition.ts';

export type PendingChange = { stored: StoredEvent<unknown>; change: Change<object> };

/** An event that the projection could not apply, and why. `index` is -1 when the whole commit is unreadable. */
export type Poison = { sequence: number; index: number; type: string; error: unknown };

/** A document that replaces the loaded one, whose `seq` was `before`. */
export type DocumentWrite =
  | { kind: 'insert'; id: string; seq: Positions; document: object }
  | { kind: 'replace'; id: string; seq: Positions; document: object; before: Positions }
  | { kind: 'delete'; id: string; before: Positions };

export type CollectedChanges = {
  changes: PendingChange[];
  poison: Poison[];
  /** The first event that only a newer program can read; nothing after it is collected. */
  newer?: { error: NewerEvent; sequence: number };
};

/** Which documents a batch of one stream may change, and how; in the order of the events. */
export const collectChanges = (
  projection: AnyProjection,
  { reads }: Source,
  batch: readonly StoredMessage[],
): CollectedChanges => {
  const changes: PendingChange[] = [];
  const poison: Poison[] = [];
  for (const message of batch) {
    const source = aggregateOf(reads, message);
    if (source === undefined) continue;
    const read = readEvents(source, message);
    if (read instanceof NewerEvent)
      return { changes, poison, newer: { error: read, sequence: message.sequence } };
    if ('error' in read) poison.push(read);
    else for (const stored of read) collectFrom(projection, stored, changes, poison);
  }
  return { changes, poison };
};

const collectFrom = (
  projection: AnyProjection,
  stored: StoredEvent<unknown>,
  changes: PendingChange[],
  poison: Poison[],
): void => {
  try {
    for (const change of projection.changes(stored as StoredEvent<never>)) changes.push({ stored, change });
  } catch (error) {
    poison.push(poisonOf(stored, error));
  }
};

/**
 * Folds the changes of one stream into the documents. A document that is at or beyond a change's commit has it already
 * and is left alone, so a replay from any earlier position, in any batches, ends in the same documents.
 */
export const foldChanges = (
  stream: string,
  changes: readonly PendingChange[],
  documents: ReadonlyMap<string, Stored<object>>,
): { writes: DocumentWrite[]; poison: Poison[] } => {
  const drafts = new Map<string, Draft>();
  const poison: Poison[] = [];
  for (const { stored, change } of changes) {
    const draft = drafts.get(change.id) ?? draftOf(documents.get(change.id));
    drafts.set(change.id, draft);
    if (stored.sequence <= (draft.before?.[stream] ?? 0)) continue;
    try {
      const document = change.apply(draft.document);
      if (document === draft.document) continue;
      draft.document = document;
      draft.sequence = stored.sequence;
    } catch (error) {
      poison.push(poisonOf(stored, error));
    }
  }
  return { writes: [...drafts].flatMap(([id, draft]) => writeOf(stream, id, draft)), poison };
};

/** The documents that a projection makes of these events alone, by id. Throws what the projection throws. */
export const foldEvents = <Event, Doc extends object>(
  projection: Projection<Event, Doc>,
  events: readonly StoredEvent<Event>[],
): Map<string, Doc> => {
  const changes = events.flatMap((stored) =>
    projection.changes(stored).map((change) => ({ stored, change })),
  );
  // Each event gets its own sequence, as if all came from one stream.
  const { writes, poison } = foldChanges('', changes as unknown as PendingChange[], new Map());
  for (const { error } of poison) throw error;
  return new Map(
    writes.flatMap((write) => (write.kind === 'delete' ? [] : [[write.id, write.document as Doc]])),
  );
};

/** `before` is null when there was no document; `sequence` is 0 until something changes it. */
type Draft = { document: object | null; before: Positions | null; sequence: number };

const draftOf = (stored: Stored<object> | undefined): Draft => {
  if (stored === undefined) return { document: null, before: null, sequence: 0 };
  const { _id, seq, ...document } = stored;
  return { document, before: seq, sequence: 0 };
};

const writeOf = (stream: string, id: string, { document, before, sequence }: Draft): DocumentWrite[] => {
  if (sequence === 0) return [];
  const seq = { ...before, [stream]: sequence };
  if (before === null) return document === null ? [] : [{ kind: 'insert', id, seq, document }];
  return [
    document === null ? { kind: 'delete', id, before } : { kind: 'replace', id, seq, document, before },
  ];
};

const readEvents = (
  source: AnyProjection['reads'][number],
  message: StoredMessage,
): StoredEvent<unknown>[] | NewerEvent | Poison => {
  try {
    return eventsIn(source, message);
  } catch (error) {
    if (error instanceof NewerEvent) return error;
    return { sequence: message.sequence, index: -1, type: message.subject, error };
  }
};

const poisonOf = ({ sequence, index, event }: StoredEvent<unknown>, error: unknown): Poison => ({
  sequence,
  index,
  type: (event as { type: string }).type,
  error,
});
