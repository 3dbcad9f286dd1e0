// Thoughts and words of a model, wherever its pieces are cut.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { splitThinking } from './thinking.ts';

const saidIn = (...pieces: string[]) => {
  const splitter = splitThinking();
  const all = [...pieces.map(splitter.add), splitter.end()];
  return {
    text: all.map(({ text }) => text).join(''),
    thinking: all.map(({ thinking }) => thinking).join(''),
  };
};

test.each([
  ['a thought, then words', '<think>a\nb</think>\n\nwords', { text: 'words', thinking: 'a\nb' }],
  ['words only', 'words < think > more\n', { text: 'words < think > more\n', thinking: '' }],
  ['no thought in the tags', '<think>\n\n</think>\n\nwords', { text: 'words', thinking: '\n\n' }],
  ['a thought without an end', '<think>a</thin', { text: '', thinking: 'a</thin' }],
  ['the beginning of a tag at the end', 'words\n<thin', { text: 'words\n<thin', thinking: '' }],
  ['thoughts between words', 'one\n<think>a</think>\ntwo', { text: 'one\ntwo', thinking: 'a' }],
  ['capitals', '<THINK>a</Think>words', { text: 'words', thinking: 'a' }],
  ['the tag in a sentence', 'The <think>tag</think>.', { text: 'The <think>tag</think>.', thinking: '' }],
  [
    'the tag in code',
    '```\n<think>a</think>\n```\n<think>b</think>c',
    { text: '```\n<think>a</think>\n```\nc', thinking: 'b' },
  ],
])('%s', (_, text, said) => {
  expect(saidIn(text)).toEqual(said);
  expect(saidIn(...text)).toEqual(said);
});

test('the same comes out wherever the pieces are cut', () => {
  const part = fc.constantFrom('<think>', '</think>', '<th', 'ink>', 'a', '\n', ' ', '```\n', '<', '/');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      expect(saidIn(...parts)).toEqual(saidIn(parts.join('')));
    }),
  );
});
