// Which output of the processes reaches the terminal.
import { expect, test } from 'vitest';
import { lineSplitter, wordsOf } from './output.ts';

test.each([
  ['a warning by name', '{"level":"warn","msg":"slow"}', 'slow'],
  ['an error by number', '{"level":50,"msg":"broken"}', 'broken'],
  ['a Python error', '{"level":"ERROR","message":"no sandbox"}', 'no sandbox'],
  [
    'the cause of an error',
    '{"level":"error","msg":"lost","err":{"message":"ECONNREFUSED"}}',
    'lost: ECONNREFUSED',
  ],
  ['nothing of an info', '{"level":"info","msg":"started"}', undefined],
  ['nothing of a number below warn', '{"level":30,"msg":"started"}', undefined],
  ['nothing of a ready line', '{"ready":true,"url":"http://127.0.0.1:1"}', undefined],
  ['nothing of an empty line', '  ', undefined],
])('shows %s', (_, line, words) => {
  expect(wordsOf(line, false)).toBe(words);
});

test('shows what is not JSON only when it was written to stderr', () => {
  expect(wordsOf('TypeError: x is not a function', true)).toBe('TypeError: x is not a function');
  expect(wordsOf('listening', false)).toBeUndefined();
});

test('puts lines together from chunks and bounds one that never ends', () => {
  const lines: string[] = [];
  const split = lineSplitter((line) => lines.push(line));
  split(Buffer.from('on'));
  split(Buffer.from('e\ntwo\nthr'));
  split(Buffer.from('x'.repeat(100_000)));
  split(Buffer.from('\n'));
  expect(lines.slice(0, 2)).toEqual(['one', 'two']);
  expect(lines[2]).toHaveLength(65_536);
});
