// The command palette reaches chats, strategies, results and actions by what is typed.
import { expect, test } from 'vitest';
import { someChat, someFolder, someStrategy } from '../../testing/samples.ts';
import { fittingEntries, paletteEntries } from './palette-entries.ts';

const entries = paletteEntries({
  chats: [someChat('c1', 'Momentum'), someChat('c2', 'Carry')],
  files: new Map([
    [
      'c1',
      [someStrategy('alpha'), someFolder('r1', 'Older'), someFolder('r2', 'Newer', { timeframe: '1h' })],
    ],
    ['c2', [someStrategy('beta')]],
  ]),
  chatId: 'c2',
});
const pathOf = (typed: string) => fittingEntries(entries, typed)[0]?.path;

test('a chat, a strategy and a result lead to their links', () => {
  expect(pathOf('carry')).toBe('/app/backtest?chat=c2');
  expect(pathOf('beta')).toBe('/app/backtest?chat=c2&item=strategy-python-0');
  expect(pathOf('newer')).toBe('/app/backtest?chat=c1&item=backtest-folder-1&run=r2');
});

test('a result is found by its strategy and settings, with all words', () => {
  expect(fittingEntries(entries, '1 hour result momentum').map(({ name }) => name)).toEqual(['Newer']);
});

test('actions are for the chat that is shown', () => {
  expect(pathOf('all results')).toBe('/app/backtest?chat=c2&item=backtest-results');
  expect(pathOf('credits')).toBe('/app/credits');
});

test('nothing fits nonsense', () => expect(fittingEntries(entries, 'zzz')).toEqual([]));
