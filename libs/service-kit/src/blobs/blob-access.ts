// Where blobs are stored, by the variables of a process: in a directory, or in an object store with the API of S3.
import type { z } from 'zod';
import { blobsConfig } from '../settings/blob-settings.ts';
import { readConfig } from '../settings/config.ts';

export type S3Access = {
  readonly bucket: string;
  /** Undefined: Amazon's. */
  readonly endpoint?: string;
  readonly region: string;
  readonly keys?: { readonly accessKeyId: string; readonly secretAccessKey: string };
  readonly isPathStyle: boolean;
};

export type BlobAccess = {
  /** The store itself, or a cache of the one in `s3`. */
  readonly directory: string;
  readonly s3?: S3Access;
};

/** The options of `openBlobs`. */
export const blobAccessOf = (config: z.infer<typeof blobsConfig>): BlobAccess => {
  const directory = config.BLOBS_DIRECTORY;
  const bucket = config.BLOBS_S3_BUCKET;
  if (!bucket) return { directory };
  const { BLOBS_S3_ACCESS_KEY_ID: accessKeyId, BLOBS_S3_SECRET_ACCESS_KEY: secretAccessKey } = config;
  const endpoint = config.BLOBS_S3_ENDPOINT;
  return {
    directory,
    s3: {
      bucket,
      ...(endpoint && { endpoint }),
      region: config.BLOBS_S3_REGION,
      ...(accessKeyId && { keys: { accessKeyId, secretAccessKey } }),
      isPathStyle: config.BLOBS_S3_PATH_STYLE ?? endpoint !== '',
    },
  };
};

/** Where blobs are by the variables of this process, for commands. Throws a ConfigError. */
export const blobAccess = (): BlobAccess => blobAccessOf(readConfig(blobsConfig));
