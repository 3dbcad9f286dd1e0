// The variables that say where blobs are stored.
import { z } from 'zod';

const text = z.string().default('');

/** The variables for blobs. Without a bucket, all processes share the directory; with one, it is a cache. */
export const blobsConfig = z.object({
  BLOBS_DIRECTORY: z.string().default('.tradeium/blobs'),
  BLOBS_S3_BUCKET: text,
  /** Empty: Amazon's. */
  BLOBS_S3_ENDPOINT: z.union([z.literal(''), z.url()]).default(''),
  BLOBS_S3_REGION: z.string().default('us-east-1'),
  /** Both empty: what the client finds itself, such as a role of the machine. */
  BLOBS_S3_ACCESS_KEY_ID: text,
  BLOBS_S3_SECRET_ACCESS_KEY: text,
  /** True if the bucket is part of the path and not of the host; as a rule only Amazon has it in the host. */
  BLOBS_S3_PATH_STYLE: z.stringbool().optional(),
});
