// A disk that is full or closed is named with its cure, and what was to be written is tried again later.
import { expect, test } from 'vitest';
import { diskProblem, roomProblem, writeFailure } from './blob-disk.ts';
import { BlobsAway } from './blobs-away.ts';

const failure = (code: string) => Object.assign(new Error(`${code}: write`), { code });

test.each([
  ['ENOSPC', true, /is full \(ENOSPC\): make room/],
  ['EDQUOT', true, /is full \(EDQUOT\): make room/],
  ['EROFS', false, /cannot be written \(EROFS\): give it to the user of this process/],
  ['EACCES', false, /cannot be written \(EACCES\)/],
])('%s', (code, isAway, reason) => {
  expect(diskProblem(failure(code))).toEqual({ reason: expect.stringMatching(reason), isAway });
  expect(writeFailure(failure(code))).toBeInstanceOf(BlobsAway);
  expect(writeFailure(failure(code))).toMatchObject({ isTemporary: isAway });
});

test('any other failure stays what it is', () => {
  const other = failure('EMFILE');
  expect(writeFailure(other)).toBe(other);
});

test('a disk is named before it is full', () => {
  const of = (bytes: number) => roomProblem({ bavail: bytes / 4096, bsize: 4096 });
  expect(of(1024 ** 3)).toBe(null);
  expect(of(1024 ** 2)).toEqual({
    reason: expect.stringMatching(/less than 64 MiB left: make room/),
    isAway: true,
  });
});
