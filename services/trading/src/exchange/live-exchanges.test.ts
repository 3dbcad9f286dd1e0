// The table of exchanges says what the installed ccxt can do.
import ccxt from 'ccxt';
import { expect, test } from 'vitest';
import entries from './ccxt-exchanges.json' with { type: 'json' };
import { liveExchanges, whyNotLive } from './live-exchanges.ts';

test('every exchange of ccxt is in it (`npm run docs` writes it)', () => {
  expect(entries.map(({ id }) => id)).toEqual(ccxt.exchanges);
});

test('only an exchange is supported where orders are found by our own id and whose answers are known', () => {
  expect(liveExchanges.filter(({ isSupported }) => isSupported).map(({ id }) => id)).toEqual(['binance']);
  expect(whyNotLive('binance')).toBeUndefined();
  expect(whyNotLive('bitvavo')).toMatch(/Bitvavo cannot be used\. .*not yet tested/);
  expect(whyNotLive('kraken')).toMatch(/Kraken cannot be used\. .*by an id of ours/);
  expect(whyNotLive('coinbase')).toMatch(/does not find orders by an id of ours/);
  expect(whyNotLive('bitstamp')).toMatch(/Bitstamp cannot be used\. .*cannot list all orders/);
  expect(whyNotLive('krakenfutures')).toMatch(/no spot market/);
  expect(whyNotLive('nowhere')).toBe("There is no exchange 'nowhere'.");
});
