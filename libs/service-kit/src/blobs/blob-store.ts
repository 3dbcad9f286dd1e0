// The interface of a store of blobs, wherever it keeps them.
import type { BlobSweep } from './blob-sweep.ts';

/** Why blobs can't be used now. `isAway`: waiting may help, as the store is down; else somebody must act. */
export type BlobProblem = { readonly reason: string; readonly isAway: boolean };

export type Blobs = {
  /**
   * Stores bytes durably; returns their digest (hex SHA-256). The same bytes are kept once; to an object store they
   * are uploaded again all the same.
   */
  put(bytes: Uint8Array): Promise<string>;
  /** The path of a local file with a blob's bytes; throws when there is no such blob. */
  path(digest: string): Promise<string>;
  /** A blob's bytes. */
  get(digest: string): Promise<Buffer>;
  /** Removes a blob without other references. Other machines' caches keep it until they have not used it for a day. */
  remove(digest: string): Promise<void>;
  /** A sweep of the store. Of an object store it leaves the caches, which each process keeps small itself. */
  sweep(): BlobSweep;
  /** The store's problem at this moment, found by one short call; with `writes`, also whether it can be written. */
  problem(options?: { writes?: boolean }): Promise<BlobProblem | null>;
};
