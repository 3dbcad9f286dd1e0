// One style of functions, constants and comments, as CONTRIBUTING.md describes it.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const sources = sourceFiles();

/** Lines that match a pattern in files of a kind, each as `file: line`. */
const linesWith = (pattern: RegExp, kind = /\.tsx?$/): string[] =>
  sources
    .filter(({ path }) => kind.test(path))
    .flatMap(({ path, text }) =>
      text
        .split('\n')
        .filter((line) => pattern.test(line))
        .map((line) => `${path}: ${line}`),
    );

test('functions are constants with an arrow, except for assertions', () => {
  const declared = linesWith(/^\s*(export )?(async )?function \w/);
  expect(declared.filter((line) => !line.includes(': asserts '))).toEqual([]);
});

test('fixed numbers are named in UPPER_CASE', () => {
  expect(linesWith(/^(export )?const [a-z]\w* = -?\d/)).toEqual([]);
});

test('properties are written out, not spread from a literal to save lines', () => {
  expect(linesWith(/\.\.\.\{/, /^(?!.*\.(test|spec)\.).*\.tsx?$/)).toEqual([]);
});

/** The documents by their paths, without code blocks; not generated pages. */
const documents: ReadonlyMap<string, string> = new Map(
  execFileSync('git', ['ls-files', '*.md'], { encoding: 'utf8' })
    .split('\n')
    .filter(
      (path) =>
        path !== '' && existsSync(path) && !/^docs\/(errors|events|findings)\.md$|\/prompts\//.test(path),
    )
    .map((path) => [path, readFileSync(path, 'utf8').replace(/^```.*?^```/gms, '')]),
);

/** Lines of documents without quotations. */
const proseLines = (): string[] =>
  [...documents].flatMap(([path, text]) =>
    text
      .replace(/"[^"\n]*"|“[^”\n]*”|`[^`\n]*`/g, '')
      .split('\n')
      .map((line) => `${path}: ${line}`),
  );

test('comments, test names, texts and documents are plain English', () => {
  // Phrases that a native reader stumbles over, or reads as something else.
  const misread =
    /\b(whoever|(is|are|was|be) told(?! apart)|g(ive|ives|iving|iven|ave) back|(is|are|was|were) asked for|(?<!`)anew|for good|(?<!--)beside)\b/;
  const comments = linesWith(/^\s*(\/\/|\/\*\*?|\*|\{\/\*) /);
  const names = linesWith(/^\s*(test|it|describe)\b[^'"`]*['"`]/);
  const python = linesWith(/^\s*(#|""") ?\w/, /\.py$/);
  // Texts for users and operators, but not the code of strategies and its comments.
  const texts = linesWith(/['"`>][^'"`<>]*\w \w/, /^(?!.*(?:\.test\.|\/examples\/)).*\.tsx?$/);
  const lines = [...comments, ...names, ...python, ...texts, ...proseLines()];
  expect(lines.filter((line) => misread.test(line))).toEqual([]);
});

test('a comment has a subject: it begins with neither "What" nor "Whether"', () => {
  expect(linesWith(/(^|\s)(\/\/|\/\*\*?|\{\/\*) (What|Whether) /)).toEqual([]);
  // Not the code of strategies, whose results are kept by its digest.
  expect(linesWith(/^\s*(#|""") ?(What|Whether) /, /^(?!.*\/examples\/).*\.py$/)).toEqual([]);
});

test('the prose of documents wraps at 130 columns', () => {
  // Tables are as wide as their cells; long code and links have no place to break.
  const long = /^(?! *\|)(?=.{131})(?!.*(`[^`]{60,}`|\]\([^)]{40,}\)))/;
  const lines = [...documents].flatMap(([path, text]) => text.split('\n').map((line) => ({ path, line })));
  expect(lines.filter(({ path, line }) => !/evaluations/.test(path) && long.test(line))).toEqual([]);
});

test('the index of decisions has each of them, by its title', () => {
  const index = documents.get('docs/decisions/README.md')?.replaceAll(/\s+/g, ' ') ?? '';
  const pages = [...documents].flatMap(([path, text]) => {
    const [, name, number] = /^docs\/decisions\/((\d+)-.*)$/.exec(path) ?? [];
    return name ? [`[${number}](${name}): ${text.slice(2, text.indexOf('\n'))}`] : [];
  });
  expect(pages.filter((page) => !index.includes(page))).toEqual([]);
});
