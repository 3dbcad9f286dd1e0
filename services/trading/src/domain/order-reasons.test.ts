// The reason of an order is a sentence for its user: in words of ours where we know the cause, in the exchange's own otherwise.
import { expect, test } from 'vitest';
import { rejectionWords } from './order-reasons.ts';

// spec: trading.55
test.each([
  ['exchange', 'Account has insufficient balance for requested action. (-2010)', /too little left/],
  ['exchange', 'Filter failure: NOTIONAL (-1013)', /worth less, or more, than the market takes/],
  ['exchange', 'Filter failure: LOT_SIZE (-1013)', /steps of the market/],
  ['exchange', 'Filter failure: PRICE_FILTER (-1013)', /no order at its price/],
  ['exchange', 'Filter failure: PERCENT_PRICE_BY_SIDE (-1013)', /average price/],
  ['exchange', 'Filter failure: MAX_NUM_ORDERS (-1013)', /too many open orders/],
  ['exchange', 'Filter failure: EXCHANGE_MAX_NUM_ORDERS (-1013)', /too many open orders/],
  ['exchange', 'Filter failure: MAX_POSITION (-2010)', /hold more of the coin/],
  ['exchange', 'Filter failure: MAX_ASSET (-1013)', /so much of the coin/],
  ['exchange', 'Filter failure: A_FILTER_OF_TOMORROW (-1013)', /rules of the market/],
  ['us', 'binance amount of BTC/USDT must be greater than minimum amount precision of 0.00001', /rules/],
  ['exchange', 'Market is closed. (-1013)', /market is closed/],
  ['exchange', 'too many requests (429)', /no more requests/],
  ['exchange', 'Too many new orders; current limit is 50 orders per 10 SECOND. (-1015)', /no more requests/],
  ['us', 'binance takes no requests before 2026-03-01T12:00:00.000Z', /no more requests/],
  [
    'exchange',
    'Invalid API-key, IP, or permissions for action. (-2015)',
    /may not trade, or not from the address/,
  ],
  ['exchange', "Timestamp for this request was 1000ms ahead of the server's time. (-1021)", /clocks/],
  ['exchange', 'This symbol is not permitted for this account. (-2010)', /may not trade the coin/],
  ['exchange', 'This symbol is restricted for this account. (-2010)', /may not trade the coin/],
  ['exchange', 'This action is disabled on this account. (-2010)', /disabled trading/],
  ['exchange', 'This account may not place or cancel orders. (-2010)', /disabled trading/],
  [
    'exchange',
    'it does not serve the country or network that this server is in (451)',
    /^The exchange does not serve/,
  ],
  ['exchange', 'Invalid symbol. (-1121)', /does not list this market/],
  ['us', 'not sent: binance does not have market symbol NOPE/USDT', /does not list this market/],
  ['us', 'not sent: something else', /could not make a valid order/],
  ['us', 'RequestTimeout: binance GET https://api.binance.com/api/v3/time', /^The exchange could not be/],
  ['exchange', 'The moon is full. (-9999)', /^The exchange refused it: “The moon is full.”$/],
  ['exchange', '(-9999)', /^The exchange refused it/],
] as const)('by %s: %s', (by, reason, words) => {
  const shown = rejectionWords({ by, reason });
  expect(shown).toMatch(words);
  if (reason !== '(-9999)') expect(shown).not.toMatch(/-\d{4}|binance|Exception|https/);
});

test('the words of an exchange are bounded', () => {
  expect(rejectionWords({ by: 'exchange', reason: 'x'.repeat(10_000) }).length).toBeLessThan(250);
});

test('open orders that are in the way are counted, and whose they are is said', () => {
  const reason = 'Filter failure: MAX_NUM_ORDERS (-1013)';
  const words = rejectionWords({ by: 'exchange', reason, openOrders: { all: 200, others: 199 } });
  expect(words).toBe(
    'There are too many open orders in this market: 200, of which 199 are your own. Cancel some at the exchange',
  );
});
