// A ranking of as many coins as it picks is no ranking.
import { expect, test } from 'vitest';
import { picksAllOf } from './ranking.ts';

const ranking = (number: string, before = '') =>
  `from tradeium_strategy import rank_top\n${before}\n\ndef strategy(candles, settings):\n    return rank_top(score.where((score > 0) & chosen, 0), ${number})\n`;

test.each([
  ['a number', ranking('3')],
  ['a named number', ranking('n=3')],
  ['a constant', ranking('COINS', 'COINS = 3  # of them')],
  ['a number before another argument', ranking('3, spread=True')],
  ['a parameter', ranking('p["coins"]', 'PARAMETERS = {"coins": {"min": 1, "default": 3}}')],
  [
    "a parameter in its author's quotes",
    ranking("settings.parameters['coins']", "P = {'coins': {'default': 3}}"),
  ],
])('%s', (_, code) => {
  expect(picksAllOf(code, 1)).toBe(3);
  expect(picksAllOf(code, 3)).toBe(3);
  expect(picksAllOf(code, 4)).toBeNull();
});

test.each([
  ['a number that is computed', ranking('held // 2')],
  ['a constant that is not there', ranking('COINS')],
  ['a comment', '# rank_top(score, 3)\n'],
  ['a parameter that is not there', ranking('p["coins"]')],
  ['no ranking', 'def strategy(candles, settings):\n    return 1\n'],
])('nothing is said of %s', (_, code) => {
  expect(picksAllOf(code, 1)).toBeNull();
});

test('a parameter counts with its chosen value', () => {
  const code = ranking('p["coins"]', 'PARAMETERS = {"coins": {"default": 3}}');
  expect(picksAllOf(code, 4, { coins: 4 })).toBe(4);
  expect(picksAllOf(code, 3, { coins: 2 })).toBeNull();
});
