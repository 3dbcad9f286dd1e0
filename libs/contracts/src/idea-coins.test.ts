// An idea keeps its coins on the way from one agent to the other.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { COINS } from './constants.ts';
import { coinsOfIdea, portfolioOf } from './idea-coins.ts';

test('what is written is read again', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.constantFrom(...COINS), { minLength: 1 }), (coins) => {
      expect(coinsOfIdea(`Hold the strongest of them.\nCoins: ${coins.join(', ')}`)).toEqual(coins);
    }),
  );
});

test.each([
  ['**Coins:** BTC, ETH and SOL.', ['BTC', 'ETH', 'SOL']],
  ['Hold them equally. coins: ETH, ETH, SHIB', ['ETH']],
  ['Coins: BTC, ETH\n\nNo, rather:\nCoins: SOL, ADA', ['SOL', 'ADA']],
  ['the top 3 coins by momentum', []],
  ['Coins: the ones that you like', []],
])('%j carries %o', (text, coins) => {
  expect(coinsOfIdea(text)).toEqual(coins);
});

test('a portfolio always has USDT and BTC, no more than ten entries, and no coin that is unknown', () => {
  expect(portfolioOf(['ETH', 'ETH', 'SHIB', 7])).toEqual(['USDT', 'BTC', 'ETH']);
  expect(portfolioOf(COINS)).toHaveLength(10);
});

test('however long a text is, reading it takes time in proportion', () => {
  expect(coinsOfIdea(`${'coins: '.repeat(50_000)}BTC`)).toEqual(['BTC']);
});
