// Problems are underlined where Python counts them, whatever stands before them in the line.
import { Text } from '@uiw/react-codemirror';
import { expect, test } from 'vitest';
import { diagnosticOf } from './syntax-lint.ts';

const problem = (line: number, column: number, end_line: number, end_column: number) => ({
  ...{ line, column, end_line, end_column },
  severity: 'error' as const,
  message: 'invalid syntax',
});

test.each([
  ['from its column to its end', ['x = 1', 'y = = 2'], problem(2, 5, 2, 6), '='],
  ['behind an emoji, which is two columns wide', ['a = "🚀" = 2'], problem(1, 10, 1, 11), '='],
  ['over several lines', ['f(', 'x'], problem(1, 2, 2, 2), '(\nx'],
  ['at an empty place, the character after it', ['ab'], problem(1, 1, 1, 1), 'a'],
  ['at the end of a line, the character before it', ['ab', 'c'], problem(1, 3, 1, 3), 'b'],
  ['behind the end of the code, its last character', ['ab'], problem(9, 9, 9, 9), 'b'],
  ['in a code without any, nothing', [''], problem(1, 1, 1, 1), ''],
])('%s', (_where, lines, found, marked) => {
  const doc = Text.of(lines);
  const { from, to } = diagnosticOf(doc, found);
  expect(doc.sliceString(from, to)).toBe(marked);
});
