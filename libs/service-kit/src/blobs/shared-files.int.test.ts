// Files that machines change at the same time, in a real object store: nothing is overwritten unseen, and nobody waits twice.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { openStallingLink, type S3Server, type StallingLink, startS3 } from '@tradeium/testing';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { isOutage } from '../requests/outage.ts';
import { blobsConfig } from '../settings/blob-settings.ts';
import { blobAccessOf } from './blob-access.ts';
import { openS3Bucket } from './s3-bucket.ts';
import { openSharedFiles, type SharedFiles } from './shared-files.ts';

let server: S3Server;
let stalling: StallingLink;

beforeAll(async () => {
  server = await startS3();
  stalling = await openStallingLink(server.url);
});
afterAll(async () => {
  await stalling.close();
  await server.stop();
});

const accessOf = (endpoint: string) =>
  blobAccessOf(blobsConfig.parse({ ...server.environment, BLOBS_S3_ENDPOINT: endpoint }));

/** The files as one machine sees them. */
const machine = (endpoint = server.url, options = {}): SharedFiles => {
  const files = openSharedFiles(accessOf(endpoint), options);
  if (!files) throw new Error('there is no bucket');
  return files;
};

const numbersIn = async (files: SharedFiles, name: string): Promise<number[]> =>
  JSON.parse(Buffer.from((await files.read(name))?.bytes ?? '[]').toString()) as number[];

const failureOf = (work: Promise<unknown>) =>
  work.then(
    () => null,
    (cause: unknown) => cause,
  );

test('a file is replaced only by those who have read its newest version', async () => {
  const [here, there] = [machine(), machine()];
  const [one, two] = [Buffer.from('one'), randomBytes(3 << 20)];
  expect(await here.find('tests/file')).toBeNull();
  expect(await here.read('tests/file')).toBeNull();
  expect(await here.replace('tests/file', one, '"0123456789abcdef0123456789abcdef"')).toBeNull();
  const first = await here.replace('tests/file', one, null);
  expect(await there.find('tests/file')).toMatchObject(first ?? {});
  expect(await there.replace('tests/file', two, null)).toBeNull();
  const second = await there.replace('tests/file', two, first?.tag ?? '');
  expect(await here.replace('tests/file', Buffer.from('three'), first?.tag ?? '')).toBeNull();
  expect(await here.read('tests/file')).toEqual({ ...second, bytes: two });
  expect(await here.names('tests/')).toEqual(['tests/file']);
});

test("a file of any size takes a bounded part of its reader's memory", async () => {
  const files = machine();
  const large = await files.replace('large/file', Buffer.alloc(64 * 1024 * 1024 + 1), null);
  expect(await files.read('large/file')).toEqual({ ...large, bytes: null });
});

test('a put whose answer was lost counts when it is repeated', async () => {
  const here = machine();
  const first = await here.replace('tests/lost', Buffer.from('mine'), null);
  expect(first).not.toBeNull();
  expect(await here.replace('tests/lost', Buffer.from('mine'), null)).toMatchObject(first ?? {});
});

test('of the numbers that twelve machines add at the same time, none is lost', async () => {
  const add = async (number: number): Promise<void> => {
    const files = machine();
    for (;;) {
      const found = await files.find('tests/numbers');
      const numbers = [...(await numbersIn(files, 'tests/numbers')), number];
      if (await files.replace('tests/numbers', Buffer.from(JSON.stringify(numbers)), found?.tag ?? null))
        return;
    }
  };
  const numbers = Array.from({ length: 12 }, (_, number) => number);
  await Promise.all(numbers.map(add));
  expect((await numbersIn(machine(), 'tests/numbers')).sort((a, b) => a - b)).toEqual(numbers);
});

test('bytes that are not those of the digest are not handed out', async () => {
  const { s3 } = accessOf(server.url);
  if (!s3) throw new Error('there is no bucket');
  await openS3Bucket(s3).replace('tests/damaged', Buffer.from('damaged'), 'another digest', null);
  expect(await machine().read('tests/damaged')).toMatchObject({ bytes: null });
});

test('a store that is down is waited for once, then left alone, and tried again later', async () => {
  const here = machine(stalling.url, { leftAloneMs: 3_000 });
  stalling.stall('HEAD');
  expect(isOutage(await failureOf(here.find('tests/file')))).toBe(true);
  const failures = await Promise.all(Array.from({ length: 20 }, () => failureOf(here.find('tests/file'))));
  expect(failures.map(isOutage)).toEqual(failures.map(() => true));
  expect(stalling.stalls()).toBe(1);
  stalling.mend();
  await expect.poll(() => here.find('tests/file').catch(() => null)).not.toBeNull();
});

test('a store that ignores the conditions of a put gets no file to replace', async () => {
  const ignorant = createServer((request, response) => {
    request.resume().on('end', () => response.setHeader('etag', '"1"').end());
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void ignorant.close());
  await once(ignorant, 'listening');
  const files = machine(`http://127.0.0.1:${(ignorant.address() as AddressInfo).port}`);
  await expect(files.replace('tests/file', Buffer.from('unsafe'), null)).rejects.toThrow(
    /ignores the conditions/,
  );
});

test('without a bucket there are no shared files', () => {
  expect(openSharedFiles({ directory: '/nowhere' })).toBeNull();
});
