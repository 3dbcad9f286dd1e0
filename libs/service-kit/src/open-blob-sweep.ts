// Sweeps blobs where they are stored: in the directory that all processes share, or in the object store.
import type { NatsConnection } from 'nats';
import type { BlobSweep } from './blob-sweep.ts';
import { sweepOfBucket } from './sweep-bucket.ts';
import { sweepOfDirectory } from './sweep-directory.ts';

/** Begins a sweep. Of the object store it leaves the caches, which each process keeps small itself. */
export const openBlobSweep = async (
  nc: NatsConnection,
  { directory, shared }: { directory: string; shared: boolean },
): Promise<BlobSweep> => (shared ? sweepOfDirectory(directory) : sweepOfBucket(nc));
