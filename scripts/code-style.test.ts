// One style of functions, constants and comments, as CONTRIBUTING.md describes it.
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const typescript = sourceFiles().filter(({ path }) => /\.tsx?$/.test(path));

/** Lines that match a pattern, each as `file: line`. */
const linesWith = (pattern: RegExp): string[] =>
  typescript.flatMap(({ path, text }) =>
    text
      .split('\n')
      .filter((line) => pattern.test(line))
      .map((line) => `${path}: ${line}`),
  );

test('functions are constants with an arrow, except for assertions', () => {
  const declared = linesWith(/^(export )?(async )?function \w/);
  expect(declared.filter((line) => !line.includes(': asserts '))).toEqual([]);
});

test('fixed numbers are named in UPPER_CASE', () => {
  expect(linesWith(/^(export )?const [a-z]\w* = -?\d/)).toEqual([]);
});

test('comments say what happens, not what is told to whom', () => {
  expect(linesWith(/^\s*(\/\/|\/\*\*?|\*) .*\b(whoever|tells? of|told of|is told)\b/)).toEqual([]);
});
