// Failures of results in the exact words of the product.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { failureOf, networkFailure } from '../../lib/failure.ts';
import { fileWords, folderWords, imageWords, notesWords, resultsWords } from './load-words.ts';

const notFound = failureOf(404, { detail: 'gone' });
const broken = failureOf(503, { detail: 'down' });
const silent = failureOf(500, null);
const offline = networkFailure('Failed to fetch');

// spec: results.22, results.31
test.each([
  [folderWords, notFound, 'Failed to load folder: 404'],
  [folderWords, broken, 'Failed to load folder: 503'],
  [folderWords, offline, 'Failed to load folder: API call failed: Failed to fetch'],
  [fileWords, notFound, 'File not found in folder'],
  [fileWords, broken, 'Failed to load file: 503'],
  [resultsWords, notFound, 'No execution results found. Please execute a strategy first.'],
  [
    resultsWords,
    failureOf(404, { detail: 'no Table', code: 'FILE_NOT_FOUND' }),
    'The data of a private strategy stays private.',
  ],
  [resultsWords, broken, 'Failed to load results: 503'],
  [notesWords, broken, 'Error saving notes: down'],
  [notesWords, silent, 'Error saving notes: Unknown error'],
  [notesWords, offline, 'Error saving notes. Please try again.'],
])("a failure is shown in the product's own words: %o", (words, error, text) => {
  expect(words(error)).toBe(text);
});

// spec: results.29
test('a picture that is not shown says what its address answers', async () => {
  const server = createServer(({ url }, response) => {
    response.writeHead(Number(url?.slice(1)) || 200).end('no picture');
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  expect(await imageWords(`${address}/404`)).toBe('File not found in folder');
  expect(await imageWords(`${address}/503`)).toBe('Failed to load file: 503');
  expect(await imageWords(`${address}/200`)).toBe('Invalid image data');
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  expect(await imageWords(address)).toBe('Failed to read image file');
});
