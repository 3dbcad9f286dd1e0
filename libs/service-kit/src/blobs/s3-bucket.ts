// A bucket with the API of S3: every call is bounded, every body is read or destroyed, and failures say what to do.
import type { Readable } from 'node:stream';
import type { GetObjectCommandOutput, HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import pRetry from 'p-retry';
import type { S3Access } from './blob-access.ts';
import type { BlobProblem } from './blob-store.ts';
import { BlobsAway } from './blobs-away.ts';
import { isMissing, isOvertaken, s3Problem, skewProblem } from './s3-problem.ts';

const CONNECT_TIMEOUT_MS = 2_000;
/** How long a connection may carry nothing in either direction. */
const IDLE_TIMEOUT_MS = 5_000;
/** The longest that one file may take. */
const TRANSFER_TIMEOUT_MS = 120_000;
const PROBE_TIMEOUT_MS = 1_800;
/** No request begins again after this time, so that callers who wait for ten seconds get an answer. */
const RETRY_MS = 6_000;
const RETRY_PAUSE_MS = 200;
const RETRY_PAUSE_MAX_MS = 2_000;
const PROBE_KEY = 'probe';
/** The field of an object that has the SHA-256 of its bytes. */
const DIGEST = 'sha256';

export type FoundObject = { readonly size: number; readonly writtenAtMs: number };
/** An object with the tag of its version, and the digest that it was put with (empty: none). */
export type VersionedObject = FoundObject & { readonly tag: string; readonly digest: string };
/** An object, and its age by the clock of the store. */
export type ListedObject = FoundObject & { readonly key: string; readonly ageMs: number };

/** All methods reject with BlobsAway when the store is down or refuses us, after some attempts where these may help. */
export type S3Bucket = {
  put(key: string, bytes: Uint8Array): Promise<void>;
  /**
   * Puts an object in place of the version with this tag (null: of none) and returns the new tag; null when another version
   * is there.
   */
  replace(key: string, bytes: Uint8Array, digest: string, tag: string | null): Promise<string | null>;
  /** The result of `use` on an object's bytes, or on a range of them; null when there is no such object. `use` may be called again. */
  read<Result>(
    key: string,
    use: (body: Readable, object: VersionedObject) => Promise<Result>,
    range?: string,
  ): Promise<Result | null>;
  /** Null when there is no such object. */
  find(key: string): Promise<VersionedObject | null>;
  remove(key: string): Promise<void>;
  /** The objects under a prefix by their keys, those behind `after` only. */
  list(prefix: string, after?: string): AsyncIterable<ListedObject>;
  /** The bucket's problem, found within two seconds; with `writes`, also whether it can be written. */
  problem(options?: { writes?: boolean }): Promise<BlobProblem | null>;
};

/** The client is loaded on first use: it takes memory that a process with a directory does not spend. */
const openClient = async ({ endpoint, region, keys, isPathStyle }: S3Access) => {
  const sdk = await import('@aws-sdk/client-s3');
  const client: S3Client = new sdk.S3Client({
    region,
    ...(endpoint && { endpoint }),
    ...(keys && { credentials: keys }),
    forcePathStyle: isPathStyle,
    // Other servers than Amazon's do not know the newer checksums; digests protect what is read.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Ours cover bodies, too.
    maxAttempts: 1,
    requestHandler: { connectionTimeout: CONNECT_TIMEOUT_MS, socketTimeout: IDLE_TIMEOUT_MS },
  });
  client.middlewareStack.add(
    (next) => async (args) => {
      const result = await next(args);
      const { headers } = result.response as { headers?: Record<string, string> };
      Object.assign(result.output, { servedAtMs: Date.parse(headers?.date ?? '') });
      return result;
    },
    { step: 'initialize', name: 'servedAt' },
  );
  return { client, sdk };
};

type OpenClient = Awaited<ReturnType<typeof openClient>>;
type Sdk = OpenClient['sdk'];
type Limit = { readonly abortSignal: AbortSignal };

/** When the store has answered, by its own clock; ours where it does not say. */
const servedAtOf = (output: object): number => {
  const { servedAtMs } = output as { servedAtMs?: number };
  return servedAtMs === undefined || Number.isNaN(servedAtMs) ? Date.now() : servedAtMs;
};

/** A failure on this machine, such as a full disk; another request does not help. */
class OwnFailure extends Error {}

/** The result of `use` on a body, which is destroyed in the end: one that is neither read nor destroyed keeps its connection. */
const consumed = async <Result>(
  body: Readable,
  use: (body: Readable) => Promise<Result>,
): Promise<Result> => {
  let broken: unknown;
  body.once('error', (cause) => {
    broken = cause;
  });
  try {
    return await use(body);
  } catch (cause) {
    throw cause === broken ? cause : new OwnFailure('a file could not be kept', { cause });
  } finally {
    body.destroy();
  }
};

/** An object as the answer to a GET or a HEAD describes it. */
const versioned = (found: HeadObjectCommandOutput | GetObjectCommandOutput): VersionedObject => ({
  size: found.ContentLength ?? 0,
  writtenAtMs: found.LastModified?.getTime() ?? 0,
  tag: found.ETag ?? '',
  digest: found.Metadata?.[DIGEST] ?? '',
});

const nullIfMissing = (cause: unknown): null => {
  if (isMissing(cause)) return null;
  throw cause;
};

const nullIfOvertaken = (cause: unknown): null => {
  if (isOvertaken(cause)) return null;
  throw cause;
};

/** Tries again for some time while the store does not answer: every request may be repeated. */
const persistently = <Result>(
  access: S3Access,
  retryMs: number,
  attempt: () => Promise<Result>,
): Promise<Result> => {
  const startedMs = performance.now();
  const once = () =>
    attempt().catch((cause: unknown) => {
      if (cause instanceof OwnFailure) throw cause;
      const { reason, isAway } = s3Problem(cause, access);
      throw new BlobsAway(reason, { cause, isTemporary: isAway });
    });
  return pRetry(once, {
    retries: Number.POSITIVE_INFINITY,
    minTimeout: RETRY_PAUSE_MS,
    maxTimeout: RETRY_PAUSE_MAX_MS,
    shouldRetry: ({ error, retryDelay = 0 }) =>
      error instanceof BlobsAway && error.isTemporary && performance.now() + retryDelay - startedMs < retryMs,
  }).catch((cause: unknown) => {
    throw cause instanceof OwnFailure ? cause.cause : cause;
  });
};

const probe = async (
  { client, sdk }: OpenClient,
  Bucket: string,
  { writes = false }: { writes?: boolean },
): Promise<BlobProblem | null> => {
  const limit = { abortSignal: AbortSignal.timeout(PROBE_TIMEOUT_MS) };
  const served = await client
    .send(new sdk.HeadBucketCommand({ Bucket }), limit)
    // The answer to a HEAD has no text that says why.
    .catch(() => client.send(new sdk.ListObjectsV2Command({ Bucket, MaxKeys: 1 }), limit));
  if (writes) {
    const object = { Bucket, Key: PROBE_KEY, Body: new Uint8Array(), ContentLength: 0 };
    await client.send(new sdk.PutObjectCommand(object), limit);
  }
  return skewProblem(servedAtOf(served) - Date.now());
};

/** Opens a bucket; the client is made at the first request, and no request begins again after `retryMs`. */
export const openS3Bucket = (access: S3Access, { retryMs = RETRY_MS } = {}): S3Bucket => {
  const { bucket: Bucket } = access;
  let opened: Promise<OpenClient> | undefined;
  const open = () => {
    opened ??= openClient(access);
    return opened;
  };
  const attempt = <Result>(work: (client: S3Client, sdk: Sdk, limit: Limit) => Promise<Result>) =>
    persistently(access, retryMs, async () => {
      const { client, sdk } = await open();
      return work(client, sdk, { abortSignal: AbortSignal.timeout(TRANSFER_TIMEOUT_MS) });
    });
  return {
    put: (Key, bytes) =>
      attempt(async (client, sdk, limit) => {
        const object = { Bucket, Key, Body: bytes, ContentLength: bytes.length };
        await client.send(new sdk.PutObjectCommand(object), limit);
      }),
    replace: (Key, bytes, digest, tag) =>
      attempt(async (client, sdk, limit) => {
        const object = {
          Bucket,
          Key,
          Body: bytes,
          ContentLength: bytes.length,
          Metadata: { [DIGEST]: digest },
        };
        const condition = tag === null ? { IfNoneMatch: '*' } : { IfMatch: tag };
        const request = new sdk.PutObjectCommand({ ...object, ...condition });
        const put = await client.send(request, limit).catch(nullIfOvertaken);
        return put && (put.ETag ?? '');
      }),
    read: (Key, use, Range) =>
      attempt(async (client, sdk, limit) => {
        const request = new sdk.GetObjectCommand({ Bucket, Key, ...(Range && { Range }) });
        const found = await client.send(request, limit).catch(nullIfMissing);
        return found && consumed(found.Body as Readable, (body) => use(body, versioned(found)));
      }),
    find: (Key) =>
      attempt(async (client, sdk, limit) => {
        const request = new sdk.HeadObjectCommand({ Bucket, Key });
        const found = await client.send(request, limit).catch(nullIfMissing);
        return found && versioned(found);
      }),
    remove: (Key) =>
      attempt(async (client, sdk, limit) => {
        await client.send(new sdk.DeleteObjectCommand({ Bucket, Key }), limit);
      }),
    list: async function* (Prefix, after) {
      for (let StartAfter = after; ; ) {
        const request = { Bucket, Prefix, ...(StartAfter !== undefined && { StartAfter }) };
        const page = await attempt((client, sdk, limit) =>
          client.send(new sdk.ListObjectsV2Command(request), limit),
        );
        const servedAtMs = servedAtOf(page);
        for (const { Key = '', Size = 0, LastModified } of page.Contents ?? []) {
          const writtenAtMs = LastModified?.getTime() ?? 0;
          yield { key: Key, size: Size, writtenAtMs, ageMs: servedAtMs - writtenAtMs };
        }
        StartAfter = page.Contents?.at(-1)?.Key;
        if (!page.IsTruncated || StartAfter === undefined) return;
      }
    },
    problem: (options = {}) =>
      open()
        .then((client) => probe(client, Bucket, options))
        .catch((cause: unknown) => s3Problem(cause, access)),
  };
};
