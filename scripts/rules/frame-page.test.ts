// docs/frame.md names a test or a page for each promise of the frame: these exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { claimsOf, missingTests, namedFiles, namedTests } from './named-tests.ts';

const document = readFileSync('docs/frame.md', 'utf8');
const promises = claimsOf(document);
const named = namedTests(document);

/** The pages that a text links to. */
const pagesOf = (text: string): string[] =>
  [...text.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, page = '']) => join('docs', page));

test('every promise names a test or a page', () => {
  expect(promises.length).toBeGreaterThan(80);
  const open = promises.filter(({ shownBy }) => {
    const shown = shownBy.join('\n');
    return namedTests(shown).length + pagesOf(shown).length === 0;
  });
  expect(open).toEqual([]);
});

test('every test that is named is written so, and no file is named without a title', () => {
  expect(missingTests(named)).toEqual([]);
  expect(namedFiles(document)).toHaveLength(named.length);
});

test('every page that is named is there', () => {
  expect(pagesOf(document).filter((page) => !existsSync(page))).toEqual([]);
});
