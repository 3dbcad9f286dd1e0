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

test('comments and test names are plain English', () => {
  const stiff =
    /\b(whoever|that which|(is|are|was|be) told(?! apart)|told (of|by|as|so|twice)|tells? (of|how|what|that)|(be|is|are|not) had|of (its|their) day)\b/;
  const comments = linesWith(/^\s*(\/\/|\/\*\*?|\*) /);
  const names = linesWith(/^\s*(test|it|describe)\b[^'"`]*['"`]/);
  expect([...comments, ...names].filter((line) => stiff.test(line))).toEqual([]);
});
