// docs/security.md names a test for each claim: these tests exist.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { missingTests, namedFiles, namedTests, tableRows } from './named-tests.ts';

const document = readFileSync('docs/security.md', 'utf8');
const rows = tableRows(document, 'Requirement');
const named = namedTests(document);

test('many claims name a test', () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(named.length).toBeGreaterThan(50);
});

test('every test that is named is written so', () => {
  expect(missingTests(named)).toEqual([]);
});

test('no file is named without a title', () => {
  expect(namedFiles(document)).toHaveLength(named.length);
});

test('a line without a test says why, or has nothing to show', () => {
  const silent = rows.filter(
    ([, how = '', shown = '']) => shown === '' && !/\*\*Not met\*\*|^None|^JSON lines/.test(how),
  );
  expect(silent).toEqual([]);
});
