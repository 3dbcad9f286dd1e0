// Which blobs a sweep removes, wherever they are stored.

/** Only blobs neither written nor put again since then (ms UTC). */
export type Unused = { readonly unusedSinceMs: number };

export type BlobKind = Unused & {
  /** Only files that begin and end with these bytes. */
  readonly begins: Buffer;
  readonly ends: Buffer;
};

export type Swept = { files: number; bytes: number };

/** Both return what they removed. Code that needs such a blob puts it first, which protects it. */
export type BlobSweep = {
  /** Removes the old blobs of these kinds, and what crashes left behind. */
  ofKinds(kinds: readonly BlobKind[], leftOver: Unused): Promise<Swept>;
  /** Removes the named blobs that are old enough. */
  named(digests: Iterable<string>, unused: Unused): Promise<Swept>;
};
