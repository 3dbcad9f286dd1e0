// docs/frame.md names a test or a page for each promise of the frame: these exist.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { missingTests, namedFiles, namedTests, tableRows } from './named-tests.ts';

const document = readFileSync('docs/frame.md', 'utf8');
const rows = tableRows(document, 'Promise');
const named = namedTests(document);

/** The pages that a cell links to. */
const pagesOf = (cell: string): string[] =>
  [...cell.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, page = '']) => join('docs', page));

test('every promise names a test or a page', () => {
  expect(rows.length).toBeGreaterThan(80);
  const open = rows.filter(([, shown = '']) => namedTests(`${shown} |`).length + pagesOf(shown).length === 0);
  expect(open).toEqual([]);
});

test('every test that is named is written so, and no file is named without a title', () => {
  expect(missingTests(named)).toEqual([]);
  expect(namedFiles(document)).toHaveLength(named.length);
});

test('every page that is named is there', () => {
  expect(pagesOf(document).filter((page) => !existsSync(page))).toEqual([]);
});
