// Files over HTTP: bytes, ranges and revalidation, and nothing that a browser could treat as a page.
import { readFile } from 'node:fs/promises';
import { type FileReference, messageOf } from '@tradeium/contracts';
import { answer, fileKeyOf, handler, sealFile } from '@tradeium/service-kit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Edge, startEdge, userNamed } from '../../tests/edge-under-test.ts';

let edge: Edge;
let cookie: string;
const files = new Map<string, FileReference>();
const USER_KEY = Buffer.alloc(32, 7);
const PNG = Buffer.from('89504e470d0a1a0a0123456789', 'hex');
const CSV = `timestamp,BTC\n${'2024-01-01T00:00:00Z,0.5\n'.repeat(500)}`;

beforeAll(async () => {
  edge = await startEdge([
    handler(messageOf('readFolderFile'), async ({ filename }) =>
      answer(files.get(filename) as FileReference),
    ),
  ]);
  cookie = edge.signIn(userNamed('ann'));
  const add = async (filename: string, contentType: string, bytes: Buffer) => {
    const stored = sealFile(USER_KEY, bytes);
    const key = fileKeyOf(USER_KEY, stored).toString('base64');
    const digest = await edge.blobs.put(stored);
    files.set(filename, { digest, key, size: bytes.length, contentType, filename });
  };
  await add('Chart', 'image/png', PNG);
  await add('Table', 'text/csv; charset=utf-8', Buffer.from(CSV));
  await add('Strategy é"\r\n.py', 'text/x-python; charset=utf-8', Buffer.from('x = "<script>"\n'));
  await add('page', 'text/html', Buffer.from('<script>alert(1)</script>'));
  const key = USER_KEY.toString('base64');
  files.set('lost', { digest: '0'.repeat(64), key, size: 3, contentType: 'text/plain', filename: 'lost' });
});
afterAll(() => edge.close());

const read = (filename: string, headers: Record<string, string> = {}, method = 'GET') =>
  edge.send(`/backtests/c1/folders/f1/${encodeURIComponent(filename)}`, { cookie, headers, method });

test('an image comes whole, named and revalidated', async () => {
  const response = await read('Chart');
  expect(response.status).toBe(200);
  expect(Buffer.from(await response.arrayBuffer())).toEqual(PNG);
  expect(Object.fromEntries(response.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(PNG.length),
    'content-disposition': "inline; filename*=UTF-8''Chart",
    'cache-control': 'private, no-cache',
    'x-content-type-options': 'nosniff',
    'accept-ranges': 'bytes',
    etag: `"${files.get('Chart')?.digest}"`,
  });
  const again = await read('Chart', { 'if-none-match': response.headers.get('etag') as string });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('a range returns that part, one beyond the end is 416', async () => {
  const part = await read('Chart', { range: 'bytes=8-11' });
  expect(part.status).toBe(206);
  expect(part.headers.get('content-range')).toBe(`bytes 8-11/${PNG.length}`);
  expect(Buffer.from(await part.arrayBuffer())).toEqual(PNG.subarray(8, 12));
  const beyond = await read('Chart', { range: 'bytes=900-' });
  expect([beyond.status, beyond.headers.get('content-range')]).toEqual([416, `bytes */${PNG.length}`]);
});

test('a file is opened with the key that its service hands over, and with no other', async () => {
  const chart = files.get('Chart') as FileReference;
  const stored = await readFile(await edge.blobs.path(chart.digest));
  expect(stored.includes(PNG)).toBe(false);
  files.set('foreign', { ...chart, key: USER_KEY.toString('base64') });
  expect((await read('foreign')).status).toBe(500);
});

test('HEAD sends the size and no body', async () => {
  const response = await read('Chart', {}, 'HEAD');
  expect([response.status, response.headers.get('content-length')]).toEqual([200, String(PNG.length)]);
});

test('text is compressed for clients that accept it, and its ETag still matches', async () => {
  const response = await read('Table', { 'accept-encoding': 'gzip' });
  expect(response.headers.get('content-encoding')).toBe('gzip');
  expect(await response.text()).toBe(CSV);
  const again = await read('Table', { 'if-none-match': response.headers.get('etag') as string });
  expect(again.status).toBe(304);
  const part = await read('Table', { 'accept-encoding': 'gzip', range: 'bytes=0-8' });
  expect([part.status, await part.text()]).toEqual([206, 'timestamp']);
});

test('an unusual file name is sent safely', async () => {
  const response = await read('Strategy é"\r\n.py');
  expect(response.headers.get('content-disposition')).toBe(
    "inline; filename*=UTF-8''Strategy%20%C3%A9%22%0D%0A.py",
  );
  expect(response.headers.get('content-type')).toBe('text/x-python; charset=utf-8');
});

test('files that could run in a browser are sent as downloads', async () => {
  const { headers } = await read('page');
  expect(headers.get('content-type')).toBe('application/octet-stream');
  expect(headers.get('content-disposition')).toMatch(/^attachment/);
});

test('a file whose bytes are lost is an error in JSON', async () => {
  const response = await read('lost');
  expect(response.status).toBe(500);
  expect(response.headers.get('content-type')).toMatch(/^application\/json/);
  expect(await response.json()).toMatchObject({ code: 'INTERNAL' });
});
