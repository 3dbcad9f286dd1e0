// Reads and writes the documents of a projection, a batch at a time.
import type { Connection } from 'mongoose';
import { DATABASE_TIMEOUT, databaseOf } from './database.ts';
import type { Stored } from './projection-definition.ts';
import type { DocumentWrite } from './projection-fold.ts';

/** More ids in one `$in` take some databases more than proportionally longer. */
const IDS_PER_QUERY = 100;
/** Likewise for more writes in one call. */
const WRITES_PER_CALL = 1_000;

const documentsIn = (connection: Connection, collection: string) =>
  databaseOf(connection).collection<Stored<object>>(collection);

/** The documents that there are among these ids. */
export async function loadDocuments(
  connection: Connection,
  collection: string,
  ids: readonly string[],
): Promise<Map<string, Stored<object>>> {
  const documents = new Map<string, Stored<object>>();
  for (let start = 0; start < ids.length; start += IDS_PER_QUERY) {
    const some = ids.slice(start, start + IDS_PER_QUERY);
    const found = documentsIn(connection, collection).find({ _id: { $in: some } }, DATABASE_TIMEOUT);
    for await (const document of found) documents.set(document._id, document);
  }
  return documents;
}

/**
 * Writes each document unless the one in the database is as new or newer (another process of the same service may
 * be ahead). Throws when any could not be written; then all may be written again.
 */
export async function writeDocuments(
  connection: Connection,
  collection: string,
  writes: readonly DocumentWrite[],
): Promise<void> {
  for (let start = 0; start < writes.length; start += WRITES_PER_CALL) {
    const some = writes.slice(start, start + WRITES_PER_CALL).map(operationOf);
    await documentsIn(connection, collection).bulkWrite(some, { ordered: false, ...DATABASE_TIMEOUT });
  }
}

function operationOf(write: DocumentWrite) {
  const { id, seq } = write;
  const older = { _id: id, seq: { $lt: seq } };
  if (write.kind === 'delete') return { deleteOne: { filter: older } };
  const document = { ...write.document, _id: id, seq };
  if (write.kind === 'replace') return { replaceOne: { filter: older, replacement: document } };
  return { insertOne: { document } };
}
