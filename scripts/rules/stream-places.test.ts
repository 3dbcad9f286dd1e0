// Where the code maps a context to a stream: the page on splitting contexts names every such file.
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { expect, test } from 'vitest';
import { sourceFiles } from './source-files.ts';

const PAGE = 'docs/decisions/0018-how-contexts-are-split.md';
const MAPPING = /\bstreamOf\b[^,;}]*[()]|subjectOf\('/;

test('the page on splitting contexts names every file that maps a context to a stream', () => {
  const page = readFileSync(PAGE, 'utf8');
  const files = sourceFiles().filter(
    ({ path, text }) =>
      /^(gateway|libs\/[a-z-]+|services\/[a-z-]+)\/src\//.test(path) &&
      !/\.test\.ts$|-under-test\.ts$/.test(path) &&
      MAPPING.test(text),
  );
  const named = new Set([...page.matchAll(/`([^`]+)`/g)].map(([, word = '']) => basename(word, '.ts')));
  const isNamed = ({ path }: { path: string }) =>
    named.has(basename(path, '.ts')) || path.includes('/src/audit/');
  expect(files.length).toBeGreaterThan(15);
  expect(files.filter((file) => !isNamed(file)).map(({ path }) => path)).toEqual([]);
});
