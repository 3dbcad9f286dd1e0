// docs/security.md names a test for each claim: these tests exist.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { claimsOf, missingTests, namedFiles, namedTests } from './named-tests.ts';

const document = readFileSync('docs/security.md', 'utf8');
const requirements = claimsOf(document);
const named = namedTests(document);

test('many claims name a test', () => {
  expect(requirements.length).toBeGreaterThan(40);
  expect(named.length).toBeGreaterThan(50);
});

test('every test that is named is written so', () => {
  expect(missingTests(named)).toEqual([]);
});

test('no file is named without a title', () => {
  expect(namedFiles(document)).toHaveLength(named.length);
});

test('a line without a test says why, or has nothing to show', () => {
  const silent = requirements.filter(
    ({ how, shownBy }) => shownBy.length === 0 && !/\*\*Not met\*\*|^None|^JSON lines/.test(how),
  );
  expect(silent).toEqual([]);
});
