// Downloads an official release, verifies its published checksum and unpacks the one program we need.
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { lastLine, run } from '../process/command.ts';
import type { Release } from './releases.ts';

const CONNECT_TIMEOUT_MS = 5_000;
const TOTAL_TIMEOUT_MS = 15 * 60_000;

/**
 * Puts the program of a release at `file`. Throws when the site does not answer within five seconds,
 * after fifteen minutes in all, or when the archive is not the published one.
 */
export const downloadProgram = async (release: Release, file: string): Promise<void> => {
  const folder = dirname(file);
  const archive = join(folder, basename(new URL(release.url).pathname));
  const checksums = await (await request(release.checksumsUrl)).text();
  const expected = checksumOf(checksums, basename(archive));
  if (!expected) throw new Error(`${release.checksumsUrl} does not list ${basename(archive)}`);
  const actual = await save(await request(release.url), archive);
  if (actual !== expected) throw new Error(`the checksum of ${release.url} is not the published one`);
  const unpacked = await run('tar', ['-xzf', archive, '-C', folder, release.member], { timeoutMs: 120_000 });
  if (unpacked.code !== 0) throw new Error(`could not unpack ${archive}: ${lastLine(unpacked.output)}`);
  await rename(join(folder, release.member), file);
  await rm(archive);
};

/** The SHA-256 that a `sha256sum` file gives for an archive. */
export const checksumOf = (checksums: string, archive: string): string | undefined => {
  for (const line of checksums.split('\n')) {
    const [sum, name] = line.trim().split(/\s+\*?/);
    if (sum && name && basename(name) === archive && /^[0-9a-f]{64}$/i.test(sum)) return sum.toLowerCase();
  }
  return undefined;
};

const request = async (url: string): Promise<Response> => {
  const connecting = new AbortController();
  const timer = setTimeout(() => connecting.abort(), CONNECT_TIMEOUT_MS);
  try {
    const signal = AbortSignal.any([connecting.signal, AbortSignal.timeout(TOTAL_TIMEOUT_MS)]);
    const response = await fetch(url, { signal, redirect: 'follow' });
    if (!response.ok) throw new Error(`answered ${response.status}`);
    return response;
  } catch (cause) {
    const reason = connecting.signal.aborted
      ? `no answer in ${CONNECT_TIMEOUT_MS / 1000} s`
      : reasonOf(cause);
    throw new Error(`${new URL(url).host}: ${reason}`);
  } finally {
    clearTimeout(timer);
  }
};

/** Writes a body to a file and returns its SHA-256. */
const save = async (response: Response, file: string): Promise<string> => {
  const hash = createHash('sha256');
  const tap = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  if (!response.body) throw new Error(`${response.url} answered without a body`);
  await pipeline(response.body, tap, createWriteStream(file));
  return hash.digest('hex');
};

/** `fetch` puts the reason for "fetch failed" in the cause of its error. */
const reasonOf = (failure: unknown): string => {
  if (!(failure instanceof Error)) return String(failure);
  return failure.cause instanceof Error ? failure.cause.message : failure.message;
};
