// The glossary has one word for one thing.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { tableRows } from './named-tests.ts';

const terms = tableRows(readFileSync('docs/glossary.md', 'utf8'), 'Term').map(([term = '']) => term);

test('no term is defined twice; a word with two meanings is entered with what each belongs to', () => {
  expect(terms.length).toBeGreaterThan(70);
  expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
  const words = terms.map((term) => /\*\*(.+?)\*\*/.exec(term)?.[1]);
  const shared = terms.filter((_, index) => words.indexOf(words[index]) !== words.lastIndexOf(words[index]));
  expect(shared.filter((term) => !/\*\* of \w/.test(term))).toEqual([]);
});
