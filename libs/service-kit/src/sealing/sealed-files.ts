// Seals files of one user: equal content has equal bytes, so it is stored once, and each file has a key to hand on.
import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Blobs } from '../blobs/blob-store.ts';
import { type DataKeys, KeyDestroyed } from './data-keys.ts';

/** Begins a sealed file. */
const MAGIC = Buffer.from('\0SEALED1');
const SALT_BYTES = 32;
const TAG_BYTES = 16;
const HEAD_BYTES = MAGIC.length + SALT_BYTES;
/** A file's key follows from its content and seals nothing else, so its nonce needs not differ. */
const NONCE = Buffer.alloc(12);

const derived = (key: Buffer, purpose: string, content: Uint8Array): Buffer =>
  createHmac('sha256', key).update(`${purpose}\0`).update(content).digest();

/** The key of one file, which opens no other. */
export const fileKeyOf = (userKey: Buffer, head: Uint8Array): Buffer =>
  derived(userKey, 'file', head.subarray(MAGIC.length, HEAD_BYTES));

/** The file as it is stored. */
export const sealFile = (userKey: Buffer, content: Uint8Array): Buffer => {
  const head = Buffer.concat([MAGIC, derived(userKey, 'salt', content)]);
  const cipher = createCipheriv('aes-256-gcm', fileKeyOf(userKey, head), NONCE);
  return Buffer.concat([head, cipher.update(content), cipher.final(), cipher.getAuthTag()]);
};

/** Opens a file with its own key; throws when a single bit of it differs. */
const openFile = (fileKey: Buffer, stored: Uint8Array): Buffer => {
  const decipher = createDecipheriv('aes-256-gcm', fileKey, NONCE, { authTagLength: TAG_BYTES });
  decipher.setAuthTag(stored.subarray(-TAG_BYTES));
  return Buffer.concat([decipher.update(stored.subarray(HEAD_BYTES, -TAG_BYTES)), decipher.final()]);
};

/** The first block of AES-GCM's key stream after a nonce of 12 bytes belongs to the content (NIST SP 800-38D, 7.1). */
const FIRST_BLOCK = 2;
const BLOCK_BYTES = 16;

/** A stored file that is read piece by piece, so that a slow reader holds little memory. */
export type SealedFile = {
  /** Of the content, in bytes. */
  readonly size: number;
  /** The content from byte `start` to byte `end`, both included. */
  read(start: number, end: number): Readable;
};

/** Reads a whole stored file once; throws when a single bit of it differs. */
const verify = async (fileKey: Buffer, path: string, end: number): Promise<void> => {
  const decipher = createDecipheriv('aes-256-gcm', fileKey, NONCE, { authTagLength: TAG_BYTES });
  if (end > HEAD_BYTES)
    for await (const piece of createReadStream(path, { start: HEAD_BYTES, end: end - 1 }))
      decipher.update(piece);
  for await (const tag of createReadStream(path, { start: end })) decipher.setAuthTag(tag);
  decipher.final();
};

/** Opens a stored file with its own key; rejects when a single bit of it differs. */
export const openSealedFile = async (fileKey: Buffer, path: string): Promise<SealedFile> => {
  const stored = (await stat(path)).size;
  const size = stored - HEAD_BYTES - TAG_BYTES;
  if (size < 0) throw new Error('a sealed file is too short');
  await verify(fileKey, path, stored - TAG_BYTES);
  return {
    size,
    read: (start, end) => {
      const counter = Buffer.concat([NONCE, Buffer.alloc(4)]);
      counter.writeUInt32BE(FIRST_BLOCK + Math.floor(start / BLOCK_BYTES), NONCE.length);
      const decipher = createDecipheriv('aes-256-ctr', fileKey, counter);
      decipher.update(Buffer.alloc(start % BLOCK_BYTES));
      const stream = createReadStream(path, { start: HEAD_BYTES + start, end: HEAD_BYTES + end });
      return stream.on('error', (cause) => decipher.destroy(cause)).pipe(decipher);
    },
  };
};

/** Files of users among the blobs. */
export type UserFiles = {
  /** Keeps a file of the user; answers the digest under which it is stored. */
  put(userId: string, content: Uint8Array): Promise<string>;
  /** The file as it would be stored, for callers that name it before storing it. */
  sealed(userId: string, content: Uint8Array): Promise<Buffer>;
  /** The file's content. Rejects once the user's key is destroyed. */
  get(userId: string, digest: string): Promise<Buffer>;
  /** The key of one file (base64), for callers that read it themselves. */
  keyOf(userId: string, digest: string): Promise<string>;
};

const headOf = async (path: string): Promise<Buffer> => {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
};

/** Opens the files of users among the blobs. */
export const openUserFiles = (blobs: Blobs, keys: DataKeys): UserFiles => {
  const existingKey = async (userId: string): Promise<Buffer> => {
    const key = await keys.open(userId);
    if (!key) throw new KeyDestroyed(userId);
    return key.files;
  };
  const sealed = async (userId: string, content: Uint8Array) =>
    sealFile((await keys.ensure(userId)).files, content);
  return {
    sealed,
    put: async (userId, content) => blobs.put(await sealed(userId, content)),
    get: async (userId, digest) => {
      const stored = await blobs.get(digest);
      return openFile(fileKeyOf(await existingKey(userId), stored), stored);
    },
    keyOf: async (userId, digest) => {
      const head = await headOf(await blobs.path(digest));
      return fileKeyOf(await existingKey(userId), head).toString('base64');
    },
  };
};
