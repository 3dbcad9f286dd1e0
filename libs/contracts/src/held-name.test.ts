// A result's benchmark has the name of its only coin, or of all of them.
import { expect, test } from 'vitest';
import { heldName } from './held-name.ts';

test.each([
  [['USDT', 'BTC'], 'BTC'],
  [['ETH'], 'ETH'],
  [['USDT', 'BTC', 'ETH'], 'all coins equally'],
  [['USDT'], 'all coins equally'],
])('%j: holding %s', (portfolio, name) => {
  expect(heldName(portfolio)).toBe(name);
});
