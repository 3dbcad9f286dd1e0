// The meaning of a failed request to an object store: whether it is worth another try, and what an operator can do.
import type { S3Access } from './blob-access.ts';
import type { BlobProblem } from './blob-store.ts';

/** The fields of the client's errors; those of a broken connection lack the answer. */
type S3Failure = Error & {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number };
  readonly $response?: { readonly headers?: Readonly<Record<string, string>> };
};

const REFUSED_KEYS = [
  // Of versitygw.
  'XAdminUserNotFound',
  'InvalidAccessKeyId',
  'SignatureDoesNotMatch',
  'InvalidToken',
  'ExpiredToken',
  'CredentialsProviderError',
];
const WRONG_REGION = [
  'PermanentRedirect',
  'AuthorizationHeaderMalformed',
  'IllegalLocationConstraintException',
];
const RIGHTS = 's3:ListBucket, s3:GetObject, s3:PutObject and s3:DeleteObject';

const statusOf = (cause: unknown): number | undefined => (cause as S3Failure).$metadata?.httpStatusCode;

/** True if the store says that there is no such object; the answer to a HEAD does not say what is missing. */
export const isMissing = (cause: unknown): boolean =>
  ['NoSuchKey', 'NotFound'].includes((cause as S3Failure).name);

/** True if a put found another version than the one that it was to replace, or none. */
export const isOvertaken = (cause: unknown): boolean =>
  isMissing(cause) ||
  ['PreconditionFailed', 'ConditionalRequestConflict'].includes((cause as S3Failure).name);

/** Another request was in the way; too many of them. */
const TRANSIENT = [409, 429];

/** True if a later request may be answered otherwise although nobody has changed anything. */
const isAway = (cause: unknown): boolean => {
  const status = statusOf(cause);
  if (status === undefined) return (cause as S3Failure).name !== 'CredentialsProviderError';
  return status >= 500 || TRANSIENT.includes(status) || (cause as S3Failure).name === 'RequestTimeout';
};

const addressOf = ({ endpoint, region }: S3Access): string => endpoint ?? `Amazon S3 in ${region}`;

/** The problem, in one line that names the cure. */
const reasonOf = (cause: unknown, access: S3Access): string => {
  const { name, code, $response } = cause as S3Failure;
  const { bucket, region } = access;
  const where = addressOf(access);
  if (isAway(cause))
    return `the object store at ${where} does not answer (${code ?? statusOf(cause) ?? name})`;
  if (REFUSED_KEYS.includes(name))
    return `${where} refuses the keys (${name}): set BLOBS_S3_ACCESS_KEY_ID and BLOBS_S3_SECRET_ACCESS_KEY to valid ones`;
  if (name === 'RequestTimeTooSkewed')
    return `${where} refuses the time of this machine (${name}): have its clock set by NTP`;
  if (WRONG_REGION.includes(name)) {
    const other = $response?.headers?.['x-amz-bucket-region'];
    return `the bucket ${bucket} is not in ${region}: set BLOBS_S3_REGION${other ? ` to ${other}` : ` (${cause})`}`;
  }
  if (name === 'NoSuchBucket')
    return `${where} has no bucket ${bucket}: create it, or name another one in BLOBS_S3_BUCKET`;
  return `${where} refuses a request to the bucket ${bucket} (${name}): give the keys ${RIGHTS} there`;
};

export const s3Problem = (cause: unknown, access: S3Access): BlobProblem => ({
  reason: reasonOf(cause, access),
  isAway: isAway(cause),
});

const SKEW_MAX_MS = 60_000;

/** The problem when the store's clock and ours differ by so much (ms). */
export const skewProblem = (skewMs: number): BlobProblem | null =>
  Math.abs(skewMs) <= SKEW_MAX_MS
    ? null
    : {
        reason: `the clocks of this machine and of the object store differ by ${Math.round(Math.abs(skewMs) / 1_000)} s: have both set by NTP`,
        isAway: false,
      };
