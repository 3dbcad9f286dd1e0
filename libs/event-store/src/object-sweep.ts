// Finds old objects in an object store and removes them; an object that is put again at the same time stays.
import type { NatsConnection, NatsError, StoredMsg } from 'nats';
import { type ObjectStoreName, streamOfObjectStore } from './stream-layout.ts';

const TIMEOUT_MS = 30_000;

export type StoredObject = {
  readonly name: string;
  /** Names its chunks; another one after each put. */
  readonly nuid: string;
  readonly sequence: number;
  readonly size: number;
  /** When it was last put or deleted, by the server's clock (ms UTC). */
  readonly storedAtMs: number;
  /** A deleted object leaves a note that it was. */
  readonly isDeleted: boolean;
};

export type ObjectSweep = {
  /** The names of all objects, deleted ones included. */
  names(): Promise<string[]>;
  find(name: string): Promise<StoredObject | null>;
  /** The first and the last chunk of an object, one by one: 128 KiB or less. */
  firstChunk(object: StoredObject): Promise<Buffer>;
  lastChunk(object: StoredObject): Promise<Buffer>;
  /** Removes an object with every trace of it; false when it was put or removed since it was found. */
  remove(object: StoredObject): Promise<boolean>;
  /** Which objects there are chunks of, by `nuid`: also of those that were never completed. */
  nuids(): Promise<string[]>;
  /** Removes the chunks of an object that was never completed, if the newest is older than this. */
  removeChunks(nuid: string, olderThanMs: number): Promise<void>;
};

const orNull = (cause: NatsError): null => {
  if (cause.code === '404') return null;
  throw cause;
};

const bytesOf = (message: StoredMsg | null): Buffer => Buffer.from(message?.data ?? []);

/** Opens a declared object store for a sweep. */
export const openObjectSweep = async (nc: NatsConnection, store: ObjectStoreName): Promise<ObjectSweep> => {
  const { streams } = await nc.jetstreamManager({ checkAPI: false, timeout: TIMEOUT_MS });
  const stream = streamOfObjectStore(store);
  const infos = `$O.${store}.M.`;
  const chunks = `$O.${store}.C.`;
  const infoOf = (name: string) =>
    `${infos}${Buffer.from(name).toString('base64').replaceAll('+', '-').replaceAll('/', '_')}`;

  const under = async (prefix: string): Promise<string[]> => {
    const { state } = await streams.info(stream, { subjects_filter: `${prefix}>` });
    return Object.keys(state.subjects ?? {}).map((subject) => subject.slice(prefix.length));
  };
  const last = (subject: string) => streams.getMessage(stream, { last_by_subj: subject }).catch(orNull);

  return {
    names: async () => (await under(infos)).map((encoded) => Buffer.from(encoded, 'base64url').toString()),
    find: async (name) => {
      const message = await last(infoOf(name));
      if (!message) return null;
      const { nuid, size, deleted } = message.json<{ nuid: string; size: number; deleted?: boolean }>();
      const storedAtMs = message.time.getTime();
      return { name, nuid, size, sequence: message.seq, storedAtMs, isDeleted: deleted === true };
    },
    firstChunk: async ({ nuid }) => {
      const first = { seq: 1, next_by_subj: `${chunks}${nuid}` };
      return bytesOf(await streams.getMessage(stream, first).catch(orNull));
    },
    lastChunk: async ({ nuid }) => bytesOf(await last(`${chunks}${nuid}`)),
    remove: async ({ name, nuid, sequence }) => {
      // Up to this message: that of a later put stays, and its chunks have another name.
      const { purged } = await streams.purge(stream, { filter: infoOf(name), seq: sequence + 1 });
      if (purged === 0) return false;
      await streams.purge(stream, { filter: `${chunks}${nuid}` });
      return true;
    },
    nuids: () => under(chunks),
    removeChunks: async (nuid, olderThanMs) => {
      const newest = await last(`${chunks}${nuid}`);
      if (newest && newest.time.getTime() < olderThanMs)
        await streams.purge(stream, { filter: `${chunks}${nuid}` });
    },
  };
};
