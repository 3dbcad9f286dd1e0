// Tool calls from the pieces of servers that keep to the protocol, and of those that nearly do.
import { describe, expect, test } from 'vitest';
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

describe('whole calls are as many as were sent', () => {
  const [one, same] = ['{"x":1}', '{"x":2}'].map((json) => ({ function: { name: 'one', arguments: json } }));
  const other = { function: { name: 'two', arguments: '{"x":2}' } };
  const whole = (id: string, name: string, x: number) => ({ id, name, input: { x } });
  test.each([
    ['one index', { index: 0 }],
    ['one index and empty ids', { index: 0, id: '' }],
    ['neither index nor id', {}],
    ['empty ids only', { id: '' }],
    ['null as both', { index: null, id: null }],
  ])('with %s', (_, of) => {
    const sent = [one, same, other].map((call) => [{ ...of, ...call }]);
    const calls = [whole('call_0', 'one', 1), whole('call_1', 'one', 2), whole('call_2', 'two', 2)];
    expect(callsOf(...sent)).toEqual(calls);
    expect(callsOf(sent.flat())).toEqual(calls);
  });

  test('with one id for all', () => {
    expect(callsOf([{ index: 0, id: 'a', ...one }], [{ index: 0, id: 'a', ...other }])).toEqual([
      whole('a', 'one', 1),
      whole('call_1', 'two', 2),
    ]);
  });

  test('with an id that is the number of another', () => {
    const ids = callsOf([{ id: 'call_1', ...one }], [{ ...same }]).map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });
});

test('a new name begins a call, also after one without arguments', () => {
  expect(
    callsOf([{ index: 0, function: { name: 'one' } }], [{ index: 0, function: { name: 'two' } }]),
  ).toEqual([
    { id: 'call_0', name: 'one', input: {} },
    { id: 'call_1', name: 'two', input: {} },
  ]);
});

test('a name that is repeated with each piece is of one call', () => {
  const pieces = ['', '{"x"', ':{', '}}', ''].map((json) => [
    { index: 0, id: 'a', function: { name: 'one', arguments: json } },
  ]);
  expect(callsOf(...pieces)).toEqual([{ id: 'a', name: 'one', input: { x: {} } }]);
  const unnamed = pieces.map(([piece]) => [{ function: piece?.function }]);
  expect(callsOf(...unnamed)).toEqual([{ id: 'call_0', name: 'one', input: { x: {} } }]);
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
