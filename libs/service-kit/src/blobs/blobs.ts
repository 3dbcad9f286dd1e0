// Content-addressed files: stored by the SHA-256 of their bytes, in a directory or in an object store.
import { readFile, rm } from 'node:fs/promises';
import type { BlobAccess } from './blob-access.ts';
import { directoryProblem } from './blob-disk.ts';
import { blobFile, digestOf, isMarkedAsUsed, sizeOf, writeDurably } from './blob-files.ts';
import type { Blobs } from './blob-store.ts';
import { openBlobsOnS3 } from './blobs-on-s3.ts';
import { sweepOfDirectory } from './sweep-directory.ts';

/** Blobs in a directory that all processes share. */
const openBlobsInDirectory = (directory: string): Blobs => {
  const path = async (digest: string): Promise<string> => {
    const file = blobFile(directory, digest);
    if ((await sizeOf(file)) === null) throw new Error(`blob ${digest} is missing`);
    return file;
  };
  return {
    path,
    get: async (digest) => readFile(await path(digest)),
    remove: (digest) => rm(blobFile(directory, digest), { force: true }),
    put: async (bytes) => {
      const digest = digestOf(bytes);
      const file = blobFile(directory, digest);
      if ((await sizeOf(file)) !== bytes.length || !(await isMarkedAsUsed(file)))
        await writeDurably(file, [bytes]);
      return digest;
    },
    sweep: () => sweepOfDirectory(directory),
    problem: () => directoryProblem(directory),
  };
};

/** Opens the blobs. An object store is connected when it is first used. */
export const openBlobs = ({ directory, s3 }: BlobAccess): Blobs =>
  s3 ? openBlobsOnS3(directory, s3) : openBlobsInDirectory(directory);
