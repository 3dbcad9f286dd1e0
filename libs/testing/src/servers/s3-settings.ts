// The bucket of a test's object store, and how a process finds it.

export const S3_BUCKET = 'files';
export const S3_KEYS = { accessKeyId: 'tests', secretAccessKey: 'a secret of the tests' };

export const s3Environment = (url: string) => ({
  BLOBS_S3_BUCKET: S3_BUCKET,
  BLOBS_S3_ENDPOINT: url,
  BLOBS_S3_ACCESS_KEY_ID: S3_KEYS.accessKeyId,
  BLOBS_S3_SECRET_ACCESS_KEY: S3_KEYS.secretAccessKey,
});
