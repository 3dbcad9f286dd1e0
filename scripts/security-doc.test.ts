// docs/security.md names a test for each claim: these tests exist.
import { existsSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const document = readFileSync('docs/security.md', 'utf8');

type Row = { readonly claim: string; readonly how: string; readonly shown: string };

const rows: readonly Row[] = document
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (Requirement|---)/.test(line))
  .map((line) => {
    const [claim = '', how = '', shown = ''] = line.slice(2, line.lastIndexOf('|')).split(' | ');
    return { claim: claim.trim(), how: how.trim(), shown: shown.trim() };
  });

/** `path` “title”; a title may quote in turn. */
const named = [...document.matchAll(/`([^`]+\.(?:test|spec)\.ts)` “(.+?)”(?=; `|\s*\|)/g)].map(
  ([, path = '', title = '']) => ({ path, title }),
);

test('many claims name a test', () => {
  expect(rows.length).toBeGreaterThan(40);
  expect(named.length).toBeGreaterThan(50);
});

test('every test that is named is written so', () => {
  const missing = named.filter(
    ({ path, title }) => !existsSync(path) || !readFileSync(path, 'utf8').includes(title),
  );
  expect(missing).toEqual([]);
});

test('no file is named without a title', () => {
  const files = document.match(/`[^`]+\.(?:test|spec)\.ts`/g) ?? [];
  expect(files).toHaveLength(named.length);
});

test('what is not shown by a test says why not, or has nothing to show', () => {
  const silent = rows.filter(
    ({ shown, how }) => shown === '' && !/\*\*Not met\*\*|^None|^JSON lines/.test(how),
  );
  expect(silent).toEqual([]);
});
