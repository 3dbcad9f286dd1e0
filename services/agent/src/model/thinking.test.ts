// Thoughts and words of a model, wherever its pieces are cut.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { joinSaid, splitThinking } from './thinking.ts';

const saidIn = (...pieces: string[]) => {
  const splitter = splitThinking();
  const { text, thinking } = joinSaid([...pieces.map((piece) => splitter.add(piece)), splitter.end()]);
  return { text, thinking };
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
  ['a thought opened in the prompt', 'a\nb\n</think>\n\nwords', { text: 'words', thinking: 'a\nb\n' }],
  ['one that ends in its line', 'a b.</think>words', { text: 'words', thinking: 'a b.' }],
  ['an empty one', '</think>\n\nwords', { text: 'words', thinking: '' }],
  [
    'one with code that is never closed',
    'a\n```python\nx = 1\n</think>\n```python\ny = 2\n```',
    { text: '```python\ny = 2\n```', thinking: 'a\n```python\nx = 1\n' },
  ],
  [
    'a quoted tag',
    'Models end it with `</think>`.\n',
    { text: 'Models end it with `</think>`.\n', thinking: '' },
  ],
  [
    'a quoted tag and one that is right',
    'a `</think>` b</think>c',
    { text: 'c', thinking: 'a `</think>` b' },
  ],
  [
    'a quoted tag with one that is right behind it',
    '`</think>/</think>`',
    { text: '`', thinking: '`</think>/' },
  ],
  [
    'a tag in a line of code',
    '```\nx = 1  # </think>\n```\n',
    { text: '```\nx = 1  # </think>\n```\n', thinking: '' },
  ],
  ['a second one', 'a</think>b</think>c', { text: 'b</think>c', thinking: 'a' }],
  ['the beginning of one at the end', 'words </thi', { text: 'words </thi', thinking: '' }],
])('%s', (_, text, said) => {
  expect(saidIn(text)).toEqual(said);
  expect(saidIn(...text)).toEqual(said);
});

test('where a server parts thoughts from the text itself, the tag is text', () => {
  const splitter = splitThinking();
  splitter.add('', true);
  expect(splitter.add('It ends with </think>.')).toEqual({ text: 'It ends with </think>.', thinking: '' });
});

test('words that turn out to be thoughts are reported as such, with the rest of these', () => {
  const splitter = splitThinking();
  expect(splitter.add('Is it')).toEqual({ text: 'Is it', thinking: '' });
  expect(splitter.add('? Yes.</think>It is.')).toEqual({
    text: 'It is.',
    thinking: '? Yes.',
    isUnsaid: true,
  });
});

test('the same comes out wherever the pieces are cut', () => {
  const part = fc.constantFrom('<think>', '</think>', '<th', 'ink>', 'a', '\n', ' ', '```\n', '<', '/', '`');
  fc.assert(
    fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
      expect(saidIn(...parts)).toEqual(saidIn(parts.join('')));
    }),
  );
});
