// The exchange as clients see it: through the real ccxt, and over the wire where the exact shape matters.
import ccxt, { BadRequest, BadSymbol, DDoSProtection } from 'ccxt';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RunningExchange, startExchange } from './exchange.ts';
import { HOUR_MS } from './market/intervals.ts';

const NOW_MS = Date.parse('2026-03-04T10:40:00Z');
let nowMs = NOW_MS;
let exchange: RunningExchange;

beforeAll(async () => {
  exchange = await startExchange({ port: 0, now: () => nowMs });
});
afterAll(() => exchange.close());

const client = () =>
  new ccxt.binance({
    urls: { api: { public: `${exchange.url}/api/v3` } },
    options: { fetchMarkets: { types: ['spot'] } },
  });

const get = async (path: string) => {
  const response = await fetch(`${exchange.url}/api/v3/${path}`, { signal: AbortSignal.timeout(10_000) });
  return { status: response.status, headers: response.headers, body: await response.json() };
};

const at = (text: string) => Date.parse(`${text}Z`);

describe('markets, through ccxt', () => {
  test('are the nineteen coins against USDT, spot and active, and nothing else is requested', async () => {
    const binance = client();
    const asked: string[] = [];
    const request: typeof binance.fetch = binance.fetch.bind(binance);
    binance.fetch = (url, method, headers, body) => {
      asked.push(url);
      return request(url, method, headers, body);
    };
    const markets = await binance.loadMarkets();
    await binance.fetchOHLCV('BTC/USDT', '1h');
    const coins = 'BTC ETH BNB ADA SOL DOT AVAX LINK UNI ATOM LTC BCH XLM VET FIL TRX ETC XRP DOGE'.split(
      ' ',
    );
    expect(Object.keys(markets).sort()).toEqual(coins.map((coin) => `${coin}/USDT`).sort());
    for (const market of Object.values(markets)) {
      expect(market).toMatchObject({ type: 'spot', spot: true, active: true, quote: 'USDT' });
    }
    expect(asked.map((url) => new URL(url).origin)).toEqual([exchange.url, exchange.url]);
  });

  test('have the limits and precisions that orders need', async () => {
    const binance = client();
    await binance.loadMarkets();
    const { precision, limits } = binance.market('BTC/USDT');
    expect(precision).toMatchObject({ amount: 0.00001, price: 0.01 });
    expect(limits).toMatchObject({
      amount: { min: 0.00001, max: 9_000 },
      price: { min: 0.01, max: 1_000_000 },
      cost: { min: 5, max: 9_000_000 },
      market: { min: 0, max: 119 },
    });
    expect(binance.market('DOGE/USDT').precision).toMatchObject({ amount: 1, price: 0.00001 });
    expect(binance.amountToPrecision('BTC/USDT', 0.123456789)).toBe('0.12345');
  });

  test('say which spans are synthetic', async () => {
    const binance = client();
    await binance.loadMarkets();
    const rangesOf = (symbol: string) => binance.market(symbol).info.syntheticRanges;
    expect(rangesOf('BTC/USDT')).toEqual([[at('2026-01-01T00:00'), null]]);
    expect(rangesOf('VET/USDT')).toEqual([
      [at('2023-12-30T20:00'), at('2025-01-01T00:00')],
      [at('2025-06-18T07:00'), null],
    ]);
    expect(rangesOf('FIL/USDT')).toEqual([
      [at('2024-04-29T07:00'), at('2025-01-01T00:00')],
      [at('2025-06-18T07:00'), null],
    ]);
  });
});

describe('candles, through ccxt', () => {
  test('a year of hours comes page by page, complete and in order', async () => {
    const binance = client();
    const [from, to] = [at('2024-01-01T00:00'), at('2025-01-01T00:00')];
    const candles: unknown[][] = [];
    for (let since = from; since < to; ) {
      const page = await binance.fetchOHLCV('ETH/USDT', '1h', since, 1_000, { until: to - 1 });
      expect(page.length).toBeGreaterThan(0);
      candles.push(...page);
      since = Number(page.at(-1)?.[0]) + HOUR_MS;
    }
    expect(candles.map(([time]) => time)).toEqual(
      Array.from({ length: 8_784 }, (_, i) => from + i * HOUR_MS),
    );
  });

  test('a day is the one that the exchange published', async () => {
    const [first] = await client().fetchOHLCV('BTC/USDT', '1d', at('2021-01-01T00:00'), 1);
    expect(first).toEqual([at('2021-01-01T00:00'), 28923.63, 29600, 28624.57, 29331.69, 54182.925011]);
    const [second] = await client().fetchOHLCV('BTC/USDT', '1d', at('2024-01-01T00:00'), 1);
    expect(second).toEqual([at('2024-01-01T00:00'), 42283.58, 44184.1, 42180.77, 44179.55, 27174.29903]);
  });

  test('an outage of the exchange is a gap', async () => {
    const candles = await client().fetchOHLCV('BTC/USDT', '1h', at('2023-03-24T12:00'), 2);
    expect(candles.map(([time]) => time)).toEqual([at('2023-03-24T12:00'), at('2023-03-24T14:00')]);
  });

  test('without a start come the newest, the last one unfinished', async () => {
    const candles = await client().fetchOHLCV('SOL/USDT', '4h');
    expect(candles).toHaveLength(500);
    expect(candles.at(-1)?.[0]).toBe(at('2026-03-04T08:00'));
  });

  test('a client of another clock or start sees the same synthetic candles', async () => {
    const other = await startExchange({ port: 0, now: () => NOW_MS + 1_000 * HOUR_MS });
    const path = '/api/v3/klines?symbol=VETUSDT&interval=1d&startTime=1700000000000&limit=800&endTime=';
    const [one, two] = await Promise.all(
      [exchange, other].map(async ({ url }) =>
        (await fetch(`${url}${path}${at('2026-03-03T00:00')}`)).json(),
      ),
    );
    await other.close();
    expect(one).toHaveLength(800);
    expect(two).toEqual(one);
  });
});

describe('errors, through ccxt', () => {
  test('an unknown market', async () => {
    const binance = client();
    await expect(binance.fetchOHLCV('NOPE/USDT', '1h')).rejects.toBeInstanceOf(BadSymbol);
    const request = binance.publicGetKlines({ symbol: 'NOPEUSDT', interval: '1h' });
    await expect(request).rejects.toBeInstanceOf(BadSymbol);
  });

  test('an interval shorter than the hourly candles', async () => {
    await expect(client().fetchOHLCV('BTC/USDT', '1m')).rejects.toBeInstanceOf(BadRequest);
  });

  test('too many requests within a minute, until the next begins', async () => {
    const binance = client();
    await binance.loadMarkets();
    nowMs = NOW_MS + 60_000;
    const paths = Array.from({ length: 300 }, () => 'exchangeInfo');
    const statuses = (await Promise.all(paths.map(get))).map(({ status }) => status);
    expect(statuses).toEqual(Array(300).fill(200));
    const refused = await get('ping');
    expect(refused.status).toBe(429);
    expect(refused.body.code).toBe(-1003);
    expect(refused.headers.get('retry-after')).toBe('60');
    expect(refused.headers.get('x-mbx-used-weight-1m')).toBe('6001');
    await expect(binance.fetchOHLCV('BTC/USDT', '1h')).rejects.toBeInstanceOf(DDoSProtection);
    nowMs = NOW_MS + 120_000;
    expect((await get('ping')).status).toBe(200);
    nowMs = NOW_MS;
  });
});

describe('on the wire', () => {
  test('a kline has twelve elements: times as numbers, amounts as strings, 0 where nothing is known', async () => {
    const { body } = await get('klines?symbol=BTCUSDT&interval=1h&startTime=1704067200000&limit=1');
    expect(body).toEqual([
      [
        1704067200000,
        '42283.58000000',
        '42554.57000000',
        '42261.02000000',
        '42475.23000000',
        '1271.68108000',
        1704070799999,
        '0.00000000',
        0,
        '0.00000000',
        '0.00000000',
        '0',
      ],
    ]);
  });

  test('the unfinished candle has its price so far and its future close time', async () => {
    const newest = async () => (await get('klines?symbol=BTCUSDT&interval=1h&limit=1')).body[0];
    const early = await newest();
    nowMs = NOW_MS + 19 * 60_000;
    const late = await newest();
    nowMs = NOW_MS + 20 * 60_000;
    const [whole] = (await get('klines?symbol=BTCUSDT&interval=1h&limit=2')).body;
    nowMs = NOW_MS;
    expect(early[0]).toBe(at('2026-03-04T10:00'));
    expect(early[6]).toBe(at('2026-03-04T11:00') - 1);
    expect([late[0], late[1]]).toEqual([early[0], early[1]]);
    expect(Number(late[5])).toBeGreaterThan(Number(early[5]));
    expect(Number(whole[2])).toBeGreaterThanOrEqual(Number(late[2]));
    expect((await get('ticker/price?symbol=BTCUSDT')).body).toEqual({ symbol: 'BTCUSDT', price: early[4] });
  });

  test('the limit is 500 unless given, and never more than 1000', async () => {
    expect((await get('klines?symbol=BTCUSDT&interval=1h')).body).toHaveLength(500);
    expect((await get('klines?symbol=BTCUSDT&interval=1h&limit=5000')).body).toHaveLength(1_000);
  });

  test('a range that holds nothing is an empty list', async () => {
    const range = (from: number, to: number) =>
      get(`klines?symbol=SOLUSDT&interval=1d&startTime=${from}&endTime=${to}`);
    expect((await range(at('2019-12-01T00:00'), at('2020-01-01T00:00'))).body).toEqual([]);
    expect((await range(NOW_MS, at('2024-01-01T00:00'))).body).toEqual([]);
    expect((await range(NOW_MS + HOUR_MS, NOW_MS + 99 * HOUR_MS)).body).toEqual([]);
  });

  test('time, ping and prices', async () => {
    expect((await get('time')).body).toEqual({ serverTime: NOW_MS });
    expect((await get('ping')).body).toEqual({});
    const prices = (await get('ticker/price')).body;
    expect(prices).toHaveLength(19);
    expect(prices[0]).toEqual({ symbol: 'BTCUSDT', price: expect.stringMatching(/^\d+\.\d{8}$/) });
    const two = (await get('ticker/price?symbols=["ETHUSDT","BTCUSDT"]')).body;
    expect(two.map(({ symbol }: { symbol: string }) => symbol)).toEqual(['ETHUSDT', 'BTCUSDT']);
  });

  test('weights are those of the exchange', async () => {
    const used = async (path: string) => Number((await get(path)).headers.get('x-mbx-used-weight-1m'));
    const spent = async (path: string) => {
      const before = await used('ping');
      return (await used(path)) - before;
    };
    expect(await spent('klines?symbol=BTCUSDT&interval=1h&limit=1')).toBe(2);
    expect(await spent('exchangeInfo')).toBe(20);
    expect(await spent('ticker/price?symbol=BTCUSDT')).toBe(2);
    expect(await spent('ticker/price')).toBe(4);
    expect(await spent('time')).toBe(1);
  });

  test.each([
    ['klines', -1102],
    ['klines?symbol=BTCUSDT', -1102],
    ['klines?symbol=&interval=1h', -1105],
    ['klines?symbol=btcusdt&interval=1h', -1100],
    ['klines?symbol=NOPEUSDT&interval=1h', -1121],
    ['klines?symbol=NOPEUSDT&interval=5m', -1121],
    ['klines?symbol=BTCUSDT&interval=5m', -1120],
    ['klines?symbol=BTCUSDT&interval=1H', -1120],
    ['klines?symbol=BTCUSDT&interval=1h&limit=abc', -1100],
    ['klines?symbol=BTCUSDT&interval=1h&limit=0', -1130],
    ['klines?symbol=BTCUSDT&interval=1h&startTime=-1', -1100],
    ['klines?symbol=BTCUSDT&interval=1h&timeZone=8', -1100],
    ['klines?symbol=BTCUSDT&interval=1h&start_time=1', -1104],
    ['time?a=1', -1101],
    ['exchangeInfo?symbol=NOPEUSDT', -1121],
    ['ticker/price?symbols=[', -1100],
  ])('%s is refused with %i', async (path, code) => {
    const { status, body } = await get(path);
    expect(status).toBe(400);
    expect(body).toEqual({ code, msg: expect.any(String) });
  });

  test('what it does not offer is not found', async () => {
    const missing = await get('aggTrades?symbol=BTCUSDT');
    expect(missing.status).toBe(404);
    expect(missing.body).toEqual({ code: -5000, msg: 'Path /api/v3/aggTrades, Method GET is invalid' });
    expect((await fetch(`${exchange.url}//`)).status).toBe(404);
    const posted = await fetch(`${exchange.url}/api/v3/klines`, { method: 'POST', body: 'x'.repeat(10_000) });
    expect(posted.status).toBe(404);
  });
});
