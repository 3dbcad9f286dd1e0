// Candles come from a real exchange protocol through ccxt, page by page, are kept, and are only added to later.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isRefusal } from '@tradeium/contracts';
import { openLog } from '@tradeium/service-kit';
import { type ExchangeProcess, startExchange } from '@tradeium/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCandleStore } from './candle-store.ts';
import { type CandleSource, openCandleSource } from './exchange.ts';
import type { CandleSeries } from './series.ts';

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

const source = (): CandleSource => openCandleSource({ id: 'binance', url: exchange.url, pauseMs: 1 });

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
    fetch: async (...request) => {
      const rows = await inner.fetch(...request);
      fetched.push(rows.length);
      return rows;
    },
  };
  return { counted, fetched };
};

describe('a candle store', () => {
  test('pages through years of hours, meets outages with marked flat candles, and tells its progress', async () => {
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

  test('keeps what it has: a later load fetches only what has closed since', async () => {
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

  test('a damaged file is fetched anew', async () => {
    const now = '2021-03-01T00:30:00Z';
    const [whole] = loaded(await storeAt(now).loadAll(['LTC'], '24h'));
    const from = source();
    await writeFile(join(directory, from.name, '24h', 'LTC.arrow'), '');
    const { counted, fetched } = counting(from);
    const [again] = loaded(await storeAt(now, counted).loadAll(['LTC'], '24h'));
    expect(again).toEqual(whole);
    expect(fetched).toEqual([whole?.timestamp.length]);
  });

  test('candles that do not follow what is known are refused, and what is known stays', async () => {
    const [known] = loaded(await storeAt('2021-03-01T00:30:00Z').loadAll(['XLM'], '24h'));
    const from = source();
    const gone: CandleSource = {
      ...from,
      fetch: async (...request) => (await from.fetch(...request)).slice(1),
    };
    const later = await storeAt('2021-03-04T00:30:00Z', gone).loadAll(['XLM'], '24h');
    expect(later).toEqual({ refused: 'CANDLES_UNAVAILABLE' });
    expect(loaded(await storeAt('2021-03-01T00:30:00Z').loadAll(['XLM'], '24h'))[0]).toEqual(known);
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
    const dead = openCandleSource({ id: 'binance', url: 'http://127.0.0.1:9', pauseMs: 1 });
    const result = await storeAt('2021-03-01T00:30:00Z', dead).loadAll(['XRP'], '24h');
    expect(result).toEqual({ refused: 'CANDLES_UNAVAILABLE' });
  });
});
