// docs/spec-coverage.md lists the statements of the product's contract: tests say by a tag which ones they show.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SPEC_COVERAGE, specCoverage, statementsIn, tagsOfTests } from '../spec-coverage.ts';

const document = readFileSync(SPEC_COVERAGE, 'utf8');
const statements = statementsIn(document);
const tags = tagsOfTests();

test('every statement has an id of its own and a test that shows it', () => {
  expect(statements.length).toBeGreaterThan(200);
  expect(statements).toEqual([...new Set(statements)]);
  const shown = new Set(tags.map(({ statement }) => statement));
  expect(statements.filter((statement) => !shown.has(statement))).toEqual([]);
});

test('every tag names a statement, and stands at a test', () => {
  expect(tags.filter(({ statement, title }) => !statements.includes(statement) || title === '')).toEqual([]);
});

test('the document has the tests of today', () => {
  expect(specCoverage(document, tags)).toBe(document);
});
