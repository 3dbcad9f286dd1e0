// Reads and writes the documents of a projection, a batch at a time.
import type { Connection } from 'mongoose';
import type { Positions } from '../streams/stream-positions.ts';
import { databaseOf, inTime } from './database.ts';
import type { Stored } from './projection-definition.ts';
import type { DocumentWrite } from './projection-fold.ts';

/** With more ids in one `$in` some databases slow down more than proportionally. */
const IDS_PER_QUERY = 100;
/** The same for larger batches of writes. */
const WRITES_PER_CALL = 1_000;
/** While the database works on one, the next is made ready. */
const CALLS_AT_ONCE = 2;

/** A document has changed since it was loaded: another process has written it. */
export class DocumentMoved extends Error {}

const documentsIn = (connection: Connection, collection: string) =>
  databaseOf(connection).collection<Stored<object>>(collection);

/** The documents with these ids, as far as they exist. */
export const loadDocuments = async (
  connection: Connection,
  collection: string,
  ids: readonly string[],
): Promise<Map<string, Stored<object>>> => {
  const documents = new Map<string, Stored<object>>();
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const some = ids.slice(start, start + IDS_PER_QUERY);
    const found = await inTime((options) =>
      documentsIn(connection, collection)
        .find({ _id: { $in: some } }, options)
        .toArray(),
    );
    for (const document of found) documents.set(document._id, document);
  }
  return documents;
};

/**
 * Replaces each document only if it is still as loaded. Throws DocumentMoved when one is not
 * (another process of the same service is ahead), or any other failed write; the batch may then be retried.
 */
export const writeDocuments = async (
  connection: Connection,
  collection: string,
  streams: readonly string[],
  writes: readonly DocumentWrite[],
): Promise<void> => {
  const writeSome = async (some: readonly DocumentWrite[]): Promise<void> => {
    const operations = some.map((write) => operationOf(streams, write));
    const written = await inTime((options) =>
      documentsIn(connection, collection).bulkWrite(operations, { ordered: false, ...options }),
    );
    if (written.matchedCount + written.deletedCount + written.insertedCount < some.length)
      throw new DocumentMoved(`a document of ${collection} was written by another process`);
  };
  const atOnce = WRITES_PER_CALL * CALLS_AT_ONCE;
  for (let start = 0; start < writes.length; start += atOnce) {
    const calls = Array.from({ length: CALLS_AT_ONCE }, (_, n) => start + n * WRITES_PER_CALL)
      .map((from) => writes.slice(from, from + WRITES_PER_CALL))
      .filter((some) => some.length > 0);
    // All of them end before the batch is tried again.
    const ended = await Promise.allSettled(calls.map(writeSome));
    for (const end of ended) if (end.status === 'rejected') throw end.reason;
  }
};

const operationOf = (streams: readonly string[], write: DocumentWrite) => {
  const { id } = write;
  if (write.kind === 'insert')
    return { insertOne: { document: { ...write.document, _id: id, seq: write.seq } } };
  const filter = { _id: id, ...unchanged(streams, write.before) };
  if (write.kind === 'delete') return { deleteOne: { filter } };
  return { replaceOne: { filter, replacement: { ...write.document, _id: id, seq: write.seq } } };
};

/** Stream by stream and not `seq` as a whole, as its fields may have another order. */
const unchanged = (streams: readonly string[], before: Positions) =>
  Object.fromEntries(streams.map((stream) => [`seq.${stream}`, before[stream] ?? { $exists: false }]));
