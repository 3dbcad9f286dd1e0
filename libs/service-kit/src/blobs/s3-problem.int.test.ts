// One line says what is wrong with an object store and names the cure, also when the store is silent.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startS3 as startReadOnly } from '@tradeium/embedded';
import { openStallingLink, type S3Server, startS3 } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { maskedLine } from '../log/masked.ts';
import { blobsConfig } from '../settings/blob-settings.ts';
import { readConfig } from '../settings/config.ts';
import { blobAccessOf } from './blob-access.ts';
import { openBlobs } from './blobs.ts';
import { skewProblem } from './s3-problem.ts';

let server: S3Server;
let directory: string;

beforeAll(async () => {
  server = await startS3();
  directory = await mkdtemp(join(tmpdir(), 'blobs-'));
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true });
});

const blobsWith = (settings: Record<string, string>) =>
  openBlobs(
    blobAccessOf(blobsConfig.parse({ ...server.environment, BLOBS_DIRECTORY: directory, ...settings })),
  );

test('a store in order has no problem, and a write shows it too', async () => {
  expect(await blobsWith({}).problem()).toBe(null);
  expect(await blobsWith({}).problem({ writes: true })).toBe(null);
});

test.each([
  ['no such bucket', { BLOBS_S3_BUCKET: 'elsewhere' }, /has no bucket elsewhere: create it.*BLOBS_S3_BUCKET/],
  ['an unknown key', { BLOBS_S3_ACCESS_KEY_ID: 'nobody' }, /refuses the keys.*BLOBS_S3_ACCESS_KEY_ID/],
  ['a wrong key', { BLOBS_S3_SECRET_ACCESS_KEY: 'swapped' }, /refuses the keys.*BLOBS_S3_SECRET_ACCESS_KEY/],
  ['another region', { BLOBS_S3_REGION: 'eu-west-9' }, /is not in eu-west-9: set BLOBS_S3_REGION/],
])('%s', async (_, settings, reason) => {
  const problem = await blobsWith(settings).problem();
  expect(problem?.reason).toMatch(reason);
  expect(problem?.isAway).toBe(false);
  expect(maskedLine({}, problem?.reason ?? '').message).toBe(problem?.reason);
  await expect(blobsWith(settings).put(Buffer.from('x'))).rejects.toThrow(reason);
});

test('a store that is down or silent is named', async () => {
  const nowhere = await blobsWith({ BLOBS_S3_ENDPOINT: 'http://127.0.0.1:1' }).problem();
  expect(nowhere).toEqual({
    reason: 'the object store at http://127.0.0.1:1 does not answer (ECONNREFUSED)',
    isAway: true,
  });
  const link = await openStallingLink(server.url);
  link.stall('HEAD', 'GET');
  const silent = await blobsWith({ BLOBS_S3_ENDPOINT: link.url }).problem();
  // The probe's own limit ends it, long before that of a connection.
  expect(silent).toEqual({ reason: expect.stringMatching(/does not answer \(AbortError\)$/), isAway: true });
  await link.close();
});

test('a bucket that cannot be written is found by a write', async () => {
  const keys = { accessKeyId: 'tests', secretAccessKey: 'a secret of the tests' };
  const readOnly = await startReadOnly({
    dataDirectory: directory,
    buckets: ['files'],
    ...keys,
    isReadOnly: true,
  });
  const blobs = blobsWith({ BLOBS_S3_ENDPOINT: readOnly.url });
  expect(await blobs.problem()).toBe(null);
  expect(await blobs.problem({ writes: true })).toEqual({
    reason: expect.stringMatching(
      /refuses a request to the bucket files \(\w+\): give the keys .*s3:PutObject/,
    ),
    isAway: false,
  });
  await readOnly.stop();
});

test('a clock that is off by more than a minute is a problem', async () => {
  expect(skewProblem(59_000)).toBe(null);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 120_000 });
  const problem = await blobsWith({}).problem();
  vi.useRealTimers();
  expect(problem?.reason).toMatch(/clocks.*differ by 1[12]\d s.*NTP/);
});

test('settings that contradict each other are named', () => {
  const access = (settings: Record<string, string>) => () => blobAccessOf(readConfig(blobsConfig, settings));
  expect(access({ BLOBS_S3_ENDPOINT: 'http://s3:9000' })).toThrow(/BLOBS_S3_ENDPOINT.*BLOBS_S3_BUCKET/);
  expect(access({ BLOBS_S3_BUCKET: 'b', BLOBS_S3_ACCESS_KEY_ID: 'k' })).toThrow(
    /SECRET_ACCESS_KEY.*together/,
  );
  expect(access({ BLOBS_S3_BUCKET: 'files' })()).toEqual({
    directory: '.tradeium/blobs',
    s3: { bucket: 'files', region: 'us-east-1', isPathStyle: false },
  });
});
