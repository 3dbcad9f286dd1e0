// The reason of an order is in words of ours, whatever the exchange or ccxt says.
import { expect, test } from 'vitest';
import { rejectionWords } from './order-reasons.ts';

test.each([
  ['exchange', 'Account has insufficient balance for requested action. (-2010)', /too little money/],
  ['exchange', 'Filter failure: NOTIONAL (-1013)', /rules of the market/],
  ['us', 'binance amount of BTC/USDT must be greater than minimum amount precision of 0.00001', /rules/],
  ['exchange', 'Market is closed. (-1013)', /market is closed/],
  ['exchange', 'too many requests (429)', /no more requests/],
  ['us', 'binance takes no requests before 2026-03-01T12:00:00.000Z', /no more requests/],
  ['exchange', 'Invalid API-key, IP, or permissions for action. (-2015)', /may not trade/],
  ['exchange', "Timestamp for this request was 1000ms ahead of the server's time. (-1021)", /clocks/],
  [
    'exchange',
    'it does not serve the country or network that this server is in (451)',
    /^The exchange does not serve/,
  ],
  ['us', 'not sent: binance does not have market symbol NOPE/USDT', /does not list this market/],
  ['us', 'not sent: something else', /could not make a valid order/],
  ['exchange', '{"code":-9999,"msg":"NullPointerException"}', /^The exchange refused it$/],
  ['us', 'RequestTimeout: binance GET https://api.binance.com/api/v3/time', /^The exchange could not be/],
] as const)('by %s: %s', (by, reason, words) => {
  const shown = rejectionWords({ by, reason });
  expect(shown).toMatch(words);
  expect(shown).not.toMatch(/[{}]|-\d{4}|binance|Exception|https/);
});
