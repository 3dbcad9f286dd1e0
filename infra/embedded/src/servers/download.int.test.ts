// Downloading a release, against a real HTTP server with a real archive.
import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { run } from '../process/command.ts';
import { checksumOf, downloadProgram } from './download.ts';

const files = new Map<string, Buffer | string>();
let folder: string;
let server: Server;
let base: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'download-'));
  await run('mkdir', ['-p', 'thing-1.0/bin', 'out'], { timeoutMs: 5_000, cwd: folder });
  await writeFile(join(folder, 'thing-1.0/bin/thing'), 'the program');
  await run('tar', ['-czf', 'thing.tgz', 'thing-1.0'], { timeoutMs: 5_000, cwd: folder });
  const archive = await readFile(join(folder, 'thing.tgz'));
  const sum = createHash('sha256').update(archive).digest('hex');
  files.set('/thing.tgz', archive);
  files.set('/SHA256SUMS', `${'0'.repeat(64)}  other.tgz\n${sum}  thing.tgz\n`);
  files.set('/WRONG', `${'0'.repeat(64)}  thing.tgz\n`);
  server = createServer((request, response) => {
    const body = files.get(request.url ?? '');
    response.writeHead(body === undefined ? 404 : 200).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.close();
  await rm(folder, { recursive: true });
});

const release = (checksums: string, archive = 'thing.tgz') => ({
  url: `${base}/${archive}`,
  checksumsUrl: `${base}/${checksums}`,
  member: 'thing-1.0/bin/thing',
});

test('puts the program of a proven archive in its place', async () => {
  const file = join(folder, 'out', 'thing');
  await downloadProgram(release('SHA256SUMS'), file);
  expect(await readFile(file, 'utf8')).toBe('the program');
});

test('refuses an archive that is not the published one', async () => {
  const attempt = downloadProgram(release('WRONG'), join(folder, 'out', 'never'));
  await expect(attempt).rejects.toThrow('is not the published one');
});

test('refuses an archive without a published checksum, and says what a site answered', async () => {
  const unlisted = downloadProgram(release('SHA256SUMS', 'unlisted.tgz'), join(folder, 'out', 'never'));
  await expect(unlisted).rejects.toThrow('does not list unlisted.tgz');
  const missing = downloadProgram(release('MISSING'), join(folder, 'out', 'never'));
  await expect(missing).rejects.toThrow('answered 404');
});

test('reads the checksum of one archive from a list', () => {
  const sum = 'AB'.repeat(32);
  expect(checksumOf(`${sum} *dist/thing.tgz\n`, 'thing.tgz')).toBe(sum.toLowerCase());
  expect(checksumOf('not a sum  thing.tgz\n', 'thing.tgz')).toBeUndefined();
});
