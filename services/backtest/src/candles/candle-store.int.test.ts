// Candles come from a real exchange protocol through ccxt, page by page, are stored, and are only added to.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRefusal } from '@tradeium/contracts';
import { openLog } from '@tradeium/service-kit';
import { type ExchangeProcess, startExchange } from '@tradeium/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCandleFiles } from './candle-files.ts';
import { openCandleStore } from './candle-store.ts';
import { type CandleSource, openCandleSource } from './exchange.ts';
import { type CandleSeries, withCandles } from './series.ts';

const log = openLog('test', 'silent');
let exchange: ExchangeProcess;
let directory: string;

beforeAll(async () => {
  exchange = await startExchange();
  directory = await mkdtemp(join(tmpdir(), 'candles-'));
});

afterAll(async () => {
  await exchange.stop();
  await rm(directory, { recursive: true, force: true });
});

const source = (): CandleSource => openCandleSource({ id: 'binance', url: exchange.url, pauseMs: 1, log });

const storeAt = (now: string, from: CandleSource = source()) =>
  openCandleStore({ source: from, directory, log, now: () => Date.parse(now) });

const loaded = (
  result: Awaited<ReturnType<ReturnType<typeof openCandleStore>['loadAll']>>,
): CandleSeries[] => {
  if (isRefusal(result)) throw new Error(result.refused);
  return result;
};

const counting = (inner: CandleSource) => {
  const fetched: number[] = [];
  const counted: CandleSource = {
    ...inner,
    page: async (...request) => {
      const rows = await inner.page(...request);
      fetched.push(rows.length);
      return rows;
    },
  };
  return { counted, fetched };
};

describe('a candle store', () => {
  test('pages through years of hours, fills outages with marked flat candles, and reports its progress', async () => {
    const shares: number[] = [];
    const [btc] = loaded(
      await storeAt('2021-01-01T00:30:00Z').loadAll(['BTC'], '1h', (share) => shares.push(share)),
    );
    if (!btc) throw new Error('no series');
    expect(new Date(btc.timestamp[0] as number).toISOString()).toBe('2019-10-01T00:00:00.000Z');
    expect(new Date(btc.timestamp.at(-1) as number).toISOString()).toBe('2020-12-31T23:00:00.000Z');
    expect(btc.timestamp).toHaveLength((457 + 1) * 24);
    const year2020 = btc.timestamp.indexOf(Date.parse('2020-01-01T00:00:00Z'));
    expect(btc.filled.subarray(year2020).reduce((sum, flag) => sum + flag, 0)).toBe(18);
    expect(btc.synthetic.every((flag) => flag === 0)).toBe(true);
    const outage = btc.timestamp.indexOf(Date.parse('2020-02-19T12:00:00Z'));
    expect(btc.close[outage]).toBe(btc.close[outage - 1]);
    expect(btc.volume[outage]).toBe(0);
    expect(shares.length).toBeGreaterThan(5);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
    expect(Math.max(...shares)).toBeLessThanOrEqual(1);
  });

  test('keeps stored candles: a later load fetches only those that have closed since', async () => {
    const first = loaded(await storeAt('2021-03-01T00:30:00Z').loadAll(['ETH'], '24h'))[0];
    const { counted, fetched } = counting(source());
    const later = storeAt('2021-03-04T00:30:00Z', counted);
    const second = loaded(await later.loadAll(['ETH'], '24h'))[0];
    expect(fetched).toEqual([4]);
    expect(second?.timestamp.length).toBe((first?.timestamp.length ?? 0) + 3);
    expect(second?.close.subarray(0, first?.close.length)).toEqual(first?.close);
    await later.loadAll(['ETH'], '24h');
    expect(fetched).toHaveLength(1);
  });

  test('a damaged file is fetched again', async () => {
    const now = '2021-03-01T00:30:00Z';
    const [whole] = loaded(await storeAt(now).loadAll(['LTC'], '24h'));
    const from = source();
    await writeFile(join(directory, from.name, '24h', 'LTC.arrow'), '');
    const { counted, fetched } = counting(from);
    const [again] = loaded(await storeAt(now, counted).loadAll(['LTC'], '24h'));
    expect(again).toEqual(whole);
    expect(fetched).toEqual([whole?.timestamp.length]);
  });

  test('a fetch that broke off continues where it was', async () => {
    const now = '2021-06-01T00:30:00Z';
    const inner = source();
    let pages = 0;
    const breaking: CandleSource = {
      ...inner,
      page: async (...request) => {
        pages += 1;
        if (pages > 14) throw new Error('the exchange is gone');
        return inner.page(...request);
      },
    };
    expect(await storeAt(now, breaking).loadAll(['BNB'], '1h')).toEqual({ refused: 'CANDLES_UNAVAILABLE' });
    const { counted, fetched } = counting(source());
    const [series] = loaded(await storeAt(now, counted).loadAll(['BNB'], '1h'));
    expect(series?.timestamp).toHaveLength(609 * 24);
    expect(fetched.reduce((sum, rows) => sum + rows, 0)).toBeLessThan(10_000);
    const whole = storeAt(now, { ...source(), name: 'in one go' });
    expect(await whole.load('BNB', '1h')).toEqual(series);
  });

  test('a fetch that ends with a full page is whole', async () => {
    const small: CandleSource = {
      ...source(),
      pageCandles: 20,
      page: async (...request) => (await source().page(...request)).slice(0, 20),
    };
    // 2019-10-01 to 2020-04-17: ten pages of twenty days.
    const part = storeAt('2020-04-18T00:30:00Z', { ...small, name: 'small pages' });
    expect((await part.load('XRP', '24h')).timestamp).toHaveLength(200);
    const later = storeAt('2020-11-03T00:30:00Z', { ...small, name: 'small pages' });
    expect((await later.load('XRP', '24h')).timestamp).toHaveLength(399);
    const again = storeAt('2020-11-03T00:30:00Z', { ...small, name: 'small pages' });
    expect((await again.load('XRP', '24h')).timestamp).toHaveLength(399);
  });

  test('flat candles of the last week are requested again with the next ones, older ones are not', async () => {
    const inner = source();
    const lost = (day: string) => Date.parse(`${day}T00:00:00Z`);
    const losing: CandleSource = {
      ...inner,
      page: async (...request) =>
        (await inner.page(...request)).filter(
          ([ms]) => ms !== lost('2021-01-05') && ms !== lost('2021-02-26'),
        ),
    };
    const filledOf = (series: CandleSeries | undefined) =>
      [...(series?.filled ?? [])].flatMap((flag, bar) =>
        flag === 1 ? [new Date(series?.timestamp[bar] as number).toISOString().slice(0, 10)] : [],
      );
    const [before] = loaded(await storeAt('2021-03-01T00:30:00Z', losing).loadAll(['TRX'], '24h'));
    expect(filledOf(before)).toEqual(['2021-01-05', '2021-02-26']);
    const [after] = loaded(await storeAt('2021-03-02T00:30:00Z').loadAll(['TRX'], '24h'));
    expect(filledOf(after)).toEqual(['2021-01-05']);
  });

  test('an exchange without new candles gets no request for a minute, and nothing is written', async () => {
    await storeAt('2021-03-01T00:30:00Z').load('UNI', '24h');
    const inner = source();
    const asked: number[] = [];
    const delisted: CandleSource = {
      ...inner,
      page: async (...request) => {
        asked.push(asked.length);
        return (await inner.page(...request)).filter(([ms]) => ms < Date.parse('2021-03-01'));
      },
    };
    let now = Date.parse('2021-03-04T00:30:00Z');
    const store = openCandleStore({ source: delisted, directory, log, now: () => now });
    const { version } = await store.read('UNI', '24h');
    const load = async () => (await store.load('UNI', '24h')).timestamp.at(-1);
    const lastMs = Date.parse('2021-02-28');
    expect([await load(), await load()]).toEqual([lastMs, lastMs]);
    const before = asked.length;
    expect(before).toBeLessThanOrEqual(3);
    now += 61_000;
    await load();
    expect(asked.length).toBe(2 * before);
    expect((await store.read('UNI', '24h')).version).toBe(version);
  });

  test.each(['unlisted', 'delisting'])(
    'a coin that is %s goes on at its last close for what is decided now, and others have their newest bars',
    async (fault) => {
      const faults = (method: string, body: object = {}) =>
        fetch(`${exchange.url}/faults`, { method, ...(method === 'POST' && { body: JSON.stringify(body) }) });
      const last = (series: CandleSeries | undefined) =>
        new Date(series?.timestamp.at(-1) ?? 0).toISOString();
      await storeAt('2021-03-01T00:30:00Z').load('ATOM', '24h');
      const inner = source();
      const closed: CandleSource = {
        ...inner,
        page: async (coin, ...rest) =>
          (await inner.page(coin, ...rest)).filter(
            ([ms]) => coin !== 'ATOM' || ms < Date.parse('2021-03-01'),
          ),
      };
      await faults('POST', { fault, symbol: 'ATOMUSDT' });
      const store = storeAt('2021-03-04T00:30:00Z', closed);
      const [atom, dot] = loaded(await store.loadCurrent(['ATOM', 'DOT'], '24h'));
      expect([last(atom), last(dot)]).toEqual(['2021-03-03T00:00:00.000Z', '2021-03-03T00:00:00.000Z']);
      expect([...(atom?.filled.slice(-4) ?? [])]).toEqual([0, 1, 1, 1]);
      expect(atom?.close.at(-1)).toBe(atom?.close.at(-4));
      expect(last(loaded(await store.loadAll(['ATOM'], '24h'))[0])).toBe('2021-02-28T00:00:00.000Z');
      await faults('DELETE');
    },
  );

  test('a market that was closed for days holds up no decision once it is open again, and no backtest hides that', async () => {
    await storeAt('2021-03-01T00:30:00Z').load('FIL', '24h');
    const inner = source();
    const closedMs = [Date.parse('2021-03-01'), Date.parse('2021-03-04')] as const;
    const wasClosed: CandleSource = {
      ...inner,
      page: async (...asked) =>
        (await inner.page(...asked)).filter(([ms]) => ms < closedMs[0] || ms > closedMs[1]),
    };
    const store = storeAt('2021-03-08T00:30:00Z', wasClosed);
    const [fil] = loaded(await store.loadCurrent(['FIL'], '24h'));
    expect(new Date(fil?.timestamp.at(-1) ?? 0).toISOString()).toBe('2021-03-07T00:00:00.000Z');
    expect([...(fil?.filled.slice(-8) ?? [])]).toEqual([0, 1, 1, 1, 1, 0, 0, 0]);
    expect(await store.loadAll(['FIL'], '24h')).toEqual({ refused: 'CANDLES_UNAVAILABLE' });
  });

  test('what another process writes is seen, and not overwritten by one that had lost its lock', async () => {
    const now = '2021-03-01T00:30:00Z';
    const store = storeAt(now);
    const other = storeAt(now);
    const withoutLock = openCandleFiles(join(directory, source().name));
    await store.load('ETC', '24h');
    const marked = await other.change('ETC', '24h', async ({ series }) =>
      withCandles(series as CandleSeries, [[Date.parse('2021-02-01'), 1, 9, 1, 2, 3]], []),
    );
    expect(await store.load('ETC', '24h')).toEqual(marked);
    let calls = 0;
    await store.change('ETC', '24h', async ({ series }) => {
      calls += 1;
      const day = Date.parse(`2021-02-0${calls + 1}`);
      if (calls === 1) {
        const { version } = await withoutLock.read('ETC', '24h');
        await withoutLock.write(withCandles(series as CandleSeries, [[day, 1, 8, 1, 2, 3]], []), version);
      }
      return withCandles(series as CandleSeries, [[Date.parse('2021-02-10'), 1, 7, 1, 2, 3]], []);
    });
    expect(calls).toBe(2);
    const { series } = await other.read('ETC', '24h');
    const highOf = (day: string) => series?.high[series.timestamp.indexOf(Date.parse(day))];
    expect([highOf('2021-02-01'), highOf('2021-02-02'), highOf('2021-02-10')]).toEqual([9, 8, 7]);
  });

  test('files that are not candle files give no candles', async () => {
    const store = storeAt('2021-03-01T00:30:00Z');
    expect(await store.intervalsInUse()).toEqual(['1h', '24h']);
    expect(await store.coinsAt('weekly')).toEqual([]);
    await writeFile(join(directory, source().name, '24h', 'notes.txt'), '');
    expect(await store.coinsAt('24h')).toContain('ETC');
    expect(await store.coinsAt('24h')).not.toContain('notes');
  });

  test.each([
    ['1h', 'SOL', '2020-08-11T06:00:00Z', '2020-11-18T23:00:00Z'],
    ['4h', 'DOT', '2020-08-18T20:00:00Z', '2020-11-18T20:00:00Z'],
    ['6h', 'AVAX', '2020-09-22T06:00:00Z', '2020-11-18T18:00:00Z'],
    ['8h', 'UNI', '2020-09-17T00:00:00Z', '2020-11-18T16:00:00Z'],
    ['12h', 'FIL', '2020-10-15T12:00:00Z', '2020-11-18T12:00:00Z'],
    ['24h', 'BCH', '2019-11-28T00:00:00Z', '2020-11-18T00:00:00Z'],
    ['weekly', 'SOL', '2020-08-10T00:00:00Z', '2020-11-09T00:00:00Z'],
  ] as const)(
    '%s candles of %s open from %s to the last closed one',
    async (timeframe, coin, first, last) => {
      const series = await storeAt('2020-11-19T00:30:00Z').load(coin, timeframe);
      expect([series.timestamp[0], series.timestamp.at(-1)]).toEqual([Date.parse(first), Date.parse(last)]);
    },
  );

  test('candles that do not follow what is known are refused, and what is known stays', async () => {
    const [known] = loaded(await storeAt('2021-03-01T00:30:00Z').loadAll(['XLM'], '24h'));
    const from = source();
    const gone: CandleSource = {
      ...from,
      page: async (...request) => (await from.page(...request)).slice(1),
    };
    const later = await storeAt('2021-03-04T00:30:00Z', gone).loadAll(['XLM'], '24h');
    expect(later).toEqual({ refused: 'CANDLES_UNAVAILABLE' });
    expect(loaded(await storeAt('2021-03-01T00:30:00Z').loadAll(['XLM'], '24h'))[0]).toEqual(known);
  });

  test('two processes that share a directory fetch once, and both have the same candles', async () => {
    const now = '2021-06-01T00:30:00Z';
    const replicas = [counting(source()), counting(source())];
    const series = await Promise.all(
      replicas.map(({ counted }) => storeAt(now, counted).load('DOGE', '24h')),
    );
    expect(series[0]).toEqual(series[1]);
    expect(replicas.filter(({ fetched }) => fetched.length > 0)).toHaveLength(1);
  });

  test('two machines without a shared directory have the same candles', async () => {
    const elsewhere = await mkdtemp(join(tmpdir(), 'candles-'));
    const now = () => Date.parse('2021-06-01T00:30:00Z');
    const other = openCandleStore({ source: source(), directory: elsewhere, log, now });
    expect(await other.load('DOGE', '24h')).toEqual(
      await storeAt('2021-06-01T00:30:00Z').load('DOGE', '24h'),
    );
    await rm(elsewhere, { recursive: true });
  });

  test('two callers at once fetch once', async () => {
    const { counted, fetched } = counting(source());
    const store = storeAt('2021-03-01T00:30:00Z', counted);
    await Promise.all([store.loadAll(['ADA'], '24h'), store.loadAll(['ADA'], '24h')]);
    expect(fetched).toHaveLength(1);
  });

  test('marks every candle whose price the exchange made up', async () => {
    const [vet] = loaded(await storeAt('2025-03-01T00:30:00Z').loadAll(['VET'], '24h'));
    const flagOf = (day: string) => vet?.synthetic[vet.timestamp.indexOf(Date.parse(`${day}T00:00:00Z`))];
    expect(flagOf('2023-12-01')).toBe(0);
    expect(flagOf('2024-06-01')).toBe(1);
    expect(flagOf('2025-02-01')).toBe(0);
  });

  test('an exchange that does not answer is a refusal, and nothing is kept', async () => {
    const dead = { ...source(), page: () => Promise.reject(new Error('no answer')) };
    const store = storeAt('2021-03-01T00:30:00Z', dead);
    expect(await store.loadAll(['DOT'], '12h')).toEqual({ refused: 'CANDLES_UNAVAILABLE' });
    expect(await store.read('DOT', '12h')).toEqual({ series: null, version: null, damage: null });
  });
});
