// The error of a store of blobs that is down, too slow or refuses us: nothing is known about the blob itself.

export class BlobsAway extends Error {
  /** True if another try may help although nobody has changed anything. */
  readonly isTemporary: boolean;
  constructor(
    message: string,
    { cause, isTemporary = true }: { cause?: unknown; isTemporary?: boolean } = {},
  ) {
    super(message, { cause });
    this.isTemporary = isTemporary;
  }
}
