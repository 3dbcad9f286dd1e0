// A query names the fields that it reads, or stands here with the reason why it reads whole documents.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Functions that read whole documents, and why. Every field of the others' documents is read, or none is large. */
const WHOLE: Readonly<Record<string, string>> = {
  currentTurnsOf: 'the history shows all of a turn',
  turnOf: 'a reply is streamed again as it was kept',
  turnsOfUser: 'the export',
  newestToolUses: 'a list of short entries that shows all of them',
  chatWithVersions: 'it is the one that has all versions of the files',
  runsOf: 'the export',
  favoritesOf: 'the document is the list',
  deploymentsOf: 'the export',
  valuesSince: 'the chart shows all of a value',
  factPages: 'the live twin computes with all of a fact, page by page',
  accountsAfter: 'the audit compares all of it',
  lastLineBefore: 'one short line',
  statementOf: 'a statement shows all of a line',
  transactionsOf: 'a list that shows all of its short entries',
  purchasesOf: 'a purchase is shown from all of its payment',
  expiredReservations: 'documents of two fields',
  fetch: 'a page of a list of operators, whose rows show most of a document',
  newestPayments: 'ten rows',
  beginningWith: 'a search whose rows show most of a person',
  mostTokens: 'documents of three fields',
  figuresEver: 'one document of numbers, all of which are shown',
  figuresBetween: 'documents of numbers, all of which are shown',
};

const projections = execFileSync('git', ['ls-files', 'services/*/src/projections/*.ts'], { encoding: 'utf8' })
  .split('\n')
  .filter((path) => path.endsWith('.ts') && !path.endsWith('.test.ts'));

/** The text between a bracket and the one that closes it. */
const inBrackets = (text: string): string => {
  let depth = 0;
  for (const [at, character] of [...text].entries()) {
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (depth === 0) return text.slice(1, at);
  }
  return text;
};

const hasSecondArgument = (callArguments: string): boolean => {
  let depth = 0;
  for (const [at, character] of [...callArguments].entries()) {
    if ('([{'.includes(character)) depth += 1;
    if (')]}'.includes(character)) depth -= 1;
    if (depth === 0 && character === ',') return callArguments.slice(at + 1).trim() !== '';
  }
  return false;
};

/** The functions of a file whose queries name no fields. */
const wholeReaders = (source: string): string[] =>
  [...source.matchAll(/model\(\)\s*\.(?:find|findOne|findById)(?=\()/g)].flatMap(({ 0: call, index }) => {
    if (hasSecondArgument(inBrackets(source.slice(index + call.length)))) return [];
    const before = source.slice(0, index);
    const name = [...before.matchAll(/^(?:export )?(?:const|async function\*) (\w+)(?: =|\()/gm)].at(-1)?.[1];
    return [name ?? 'nameless'];
  });

test('queries select their fields, and no reason is listed in vain', () => {
  const found = projections.flatMap((path) => wholeReaders(readFileSync(path, 'utf8')));
  expect([...new Set(found)].sort()).toEqual(Object.keys(WHOLE).sort());
});

test('a query without fields is found', () => {
  const source =
    'export const all = (model: M) =>\n  model()\n    .find({ a: { $in: [1, 2] } })\n    .lean();\n';
  expect(wholeReaders(source)).toEqual(['all']);
  expect(wholeReaders(source.replace('] } })', '] } }, { b: 1 })'))).toEqual([]);
});
