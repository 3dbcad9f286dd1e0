// Tool calls from the pieces of servers that keep to the protocol, and of those that nearly do.
import { expect, test } from 'vitest';
import { chunk } from './chunk.ts';
import { collectCalls } from './tool-calls.ts';

type Pieces = Parameters<ReturnType<typeof collectCalls>['add']>[0];

const callsOf = (...pieces: Pieces[]) => {
  const calls = collectCalls();
  for (const parts of pieces) calls.add(parts);
  return calls.all();
};

test('pieces of two calls, mixed, become two', () => {
  expect(
    callsOf(
      [{ index: 0, id: 'a', function: { name: 'one', arguments: '' } }],
      [{ index: 1, id: 'b', function: { name: 'two', arguments: '{"x"' } }],
      [{ index: 0, function: { arguments: '{"y":2}' } }],
      [{ index: 1, function: { arguments: ':1}' } }],
    ),
  ).toEqual([
    { id: 'a', name: 'one', input: { y: 2 } },
    { id: 'b', name: 'two', input: { x: 1 } },
  ]);
});

test('whole calls without an index are distinguished by their ids', () => {
  expect(
    callsOf(
      [{ id: 'a', function: { name: 'one', arguments: '{}' } }],
      [{ id: 'b', function: { name: 'two', arguments: '{}' } }],
    ).map(({ name }) => name),
  ).toEqual(['one', 'two']);
});

test('pieces without an index or id belong to the call before them', () => {
  expect(
    callsOf(
      [{ id: 'a', function: { name: 'one', arguments: '{"x"' } }],
      [{ function: { arguments: ':1}' } }],
    ),
  ).toEqual([{ id: 'a', name: 'one', input: { x: 1 } }]);
});

test('a call gets an id and an input if it has none, and needs a name', () => {
  expect(
    callsOf([{ index: 0, function: { name: 'one' } }], [{ index: 1, function: { arguments: '{}' } }]),
  ).toEqual([{ id: 'call_0', name: 'one', input: {} }]);
});

test('an input that is not JSON is null', () => {
  expect(callsOf([{ index: 0, id: 'a', function: { name: 'one', arguments: '{"x":' } }])).toEqual([
    { id: 'a', name: 'one', input: null },
  ]);
});

test.each([
  ['negative', { prompt_tokens: -1, completion_tokens: 2 }, null],
  ['fractional', { prompt_tokens: 1.5, completion_tokens: 2 }, null],
  ['words', { prompt_tokens: 'many', completion_tokens: 2 }, null],
  ['absent', null, null],
  [
    'more cached than there was',
    { prompt_tokens: 5, completion_tokens: 2, prompt_tokens_details: { cached_tokens: 9 } },
    { input: 5, cached: 5, output: 2 },
  ],
  ['without details', { prompt_tokens: 5, completion_tokens: 2 }, { input: 5, cached: 0, output: 2 }],
])('usage that is %s', (_, usage, read) => {
  expect(chunk.parse({ choices: [], usage }).usage).toEqual(read);
});
