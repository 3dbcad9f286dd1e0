// The command palette reaches chats, strategies, results and actions by what is typed.
import { expect, test } from 'vitest';
import { someChat, someFolder, someStrategy } from '../../testing/samples.ts';
import { fittingEntries, paletteEntries } from './palette-entries.ts';

const run = () => undefined;
const entries = paletteEntries({
  chats: [someChat('c1', 'Momentum'), someChat('c2', 'Carry')],
  files: new Map([
    [
      'c1',
      [someStrategy('alpha'), someFolder('r1', 'Older'), someFolder('r2', 'Newer', { timeframe: '1h' })],
    ],
    ['c2', [someStrategy('beta'), someFolder('r3', 'Doubtful', { critical_findings: 1 })]],
  ]),
  chatId: 'c2',
  commands: {
    page: [{ name: 'Execute Backtest', also: 'run', keys: 'Ctrl+Enter', run }],
    app: [{ name: 'Log out', also: 'sign out', run }],
  },
});
const pathOf = (typed: string) => fittingEntries(entries, typed)[0]?.choice;

test('a chat, a strategy and a result lead to their links', () => {
  expect(pathOf('carry')).toBe('/app/backtest?chat=c2');
  expect(pathOf('beta')).toBe('/app/backtest?chat=c2&item=strategy-python-0');
  expect(pathOf('newer')).toBe('/app/backtest?chat=c1&item=backtest-folder-1&run=r2');
});

test('a result is found by its strategy and settings, with all words', () => {
  expect(fittingEntries(entries, '1 hour result momentum').map(({ name }) => name)).toEqual(['Newer']);
});

test('a result with a critical finding says so, and others say nothing of it', () => {
  expect(fittingEntries(entries, 'critical finding').map(({ name }) => name)).toEqual(['Doubtful']);
});

test('actions are for the chat that is shown', () => {
  expect(pathOf('all results')).toBe('/app/backtest?chat=c2&item=backtest-results');
  expect(pathOf('credits')).toBe('/app/credits');
});

test.each([
  ['run', 'Execute Backtest'],
  ['sign out', 'Log out'],
  ['compare', 'All results and studies'],
  ['open library', 'Strategy library'],
  ['live trading', 'Go to Trading'],
  ['docs', 'Connect an assistant'],
])('%j finds the action %s', (typed, name) => {
  expect(fittingEntries(entries, typed)[0]?.name).toBe(name);
});

test('the admin dashboard is there for operators only', () => {
  const known = { chats: [], files: new Map(), chatId: null, commands: { page: [], app: [] } };
  const names = (isOperator: boolean) => paletteEntries({ ...known, isOperator }).map(({ name }) => name);
  expect(names(true)).toContain('Go to Admin');
  expect(names(false)).not.toContain('Go to Admin');
});

test('what the page can do comes first, with its keys, and is done rather than led to', () => {
  expect(entries[0]).toMatchObject({ name: 'Execute Backtest', keys: 'Ctrl+Enter', choice: run });
});

test('nothing fits nonsense', () => expect(fittingEntries(entries, 'zzz')).toEqual([]));
