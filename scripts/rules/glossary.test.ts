// The glossary has one word for one thing.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The first cells of the tables' rows; head and rule are left out. */
const terms = readFileSync('docs/glossary.md', 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| Term') && !/^\| -+/.test(line))
  .map((line) => (line.slice(2).split(' | ')[0] ?? '').trim());

test('no term is defined twice; a word with two meanings is entered with what each belongs to', () => {
  expect(terms.length).toBeGreaterThan(70);
  expect(terms.filter((term, index) => terms.indexOf(term) !== index)).toEqual([]);
  const words = terms.map((term) => /\*\*(.+?)\*\*/.exec(term)?.[1]);
  const shared = terms.filter((_, index) => words.indexOf(words[index]) !== words.lastIndexOf(words[index]));
  expect(shared.filter((term) => !/\*\* of \w/.test(term))).toEqual([]);
});
