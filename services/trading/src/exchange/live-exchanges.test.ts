// The table of exchanges says what the installed ccxt can do.
import ccxt from 'ccxt';
import { expect, test } from 'vitest';
import entries from './ccxt-exchanges.json' with { type: 'json' };
import { liveExchanges, refusedExchange } from './live-exchanges.ts';

test('every exchange of ccxt is in it (`npm run docs` writes it), with a reason unless it is supported', () => {
  expect(entries.map(({ id }) => id)).toEqual(ccxt.exchanges);
  for (const { reason, isSupported } of liveExchanges) expect(reason === '').toBe(isSupported);
});

test('only an exchange is supported where orders are found by our own id and whose answers are known', () => {
  expect(liveExchanges.filter(({ isSupported }) => isSupported).map(({ id }) => id)).toEqual(['binance']);
  expect(refusedExchange('binance')).toBeUndefined();
  expect(refusedExchange('kraken')).toMatch(/Kraken cannot be used\. .*not yet tested/);
  expect(refusedExchange('coinbase')).toMatch(/does not find orders by an id of ours/);
  expect(refusedExchange('krakenfutures')).toMatch(/no spot market/);
  expect(refusedExchange('nowhere')).toBe("There is no exchange 'nowhere'.");
});
