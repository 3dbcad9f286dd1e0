// docs/spec-coverage.md names a test for each statement of the product's contract: these tests exist.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingTests, namedFiles, namedTests, tableRows } from './named-tests.ts';

const document = readFileSync('docs/spec-coverage.md', 'utf8');
const rows = tableRows(document, 'Statement');
const named = namedTests(document);

test('every statement names the test that shows it', () => {
  expect(rows.length).toBeGreaterThan(200);
  const open = rows.filter(([, , shown = '']) => namedTests(`${shown} |`).length === 0);
  expect(open).toEqual([]);
});

test('every test that is named is written so, and no file is named without a title', () => {
  expect(missingTests(named)).toEqual([]);
  expect(namedFiles(document)).toHaveLength(named.length);
});
