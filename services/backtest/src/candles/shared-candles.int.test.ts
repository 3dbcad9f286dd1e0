// Machines that share candles through a real object store: one fetches for all, none is lost, and each goes on without the others.
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isOutage, openSharedFiles } from '@tradeium/service-kit';
import {
  type ExchangeProcess,
  type FlakyLink,
  openFlakyLink,
  openStallingLink,
  type S3Server,
  type StallingLink,
  silentLog,
  startExchange,
  startS3,
} from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCandleStore } from './candle-store.ts';
import { type CandleSource, openCandleSource } from './exchange.ts';
import { type CandleRow, type CandleSeries, withCandles, withoutCandles } from './series.ts';
import { encodeSeries } from './series-file.ts';

let server: S3Server;
let exchange: ExchangeProcess;
let flaky: FlakyLink;
let stalling: StallingLink;
const directories: string[] = [];

beforeAll(async () => {
  [server, exchange] = await Promise.all([startS3(), startExchange()]);
  [flaky, stalling] = await Promise.all([openFlakyLink(server.url), openStallingLink(server.url)]);
});
afterAll(async () => {
  await Promise.all([flaky.close(), stalling.close(), exchange.stop()]);
  await server.stop();
  await Promise.all(directories.map((directory) => rm(directory, { recursive: true, force: true })));
});

const accessTo = (endpoint: string) => ({
  directory: '/nowhere',
  s3: {
    bucket: server.bucket,
    endpoint,
    region: 'us-east-1',
    isPathStyle: true,
    keys: {
      accessKeyId: server.environment.BLOBS_S3_ACCESS_KEY_ID,
      secretAccessKey: server.environment.BLOBS_S3_SECRET_ACCESS_KEY,
    },
  },
});

/** A machine with a folder of its own; `open` starts a process on it. */
const newMachine = async () => {
  const directory = await mkdtemp(join(tmpdir(), 'candles-'));
  directories.push(directory);
  return {
    fileOf: (coin: string, name = openSource().name) => join(directory, name, '24h', `${coin}.arrow`),
    open: (
      now: string,
      options: { endpoint?: string | null; source?: CandleSource; leftAloneMs?: number } = {},
    ) => {
      const pages: CandleRow[][] = [];
      const inner = options.source ?? openSource();
      const source: CandleSource = {
        ...inner,
        page: async (...asked) => {
          const rows = await inner.page(...asked);
          pages.push(rows);
          return rows;
        },
      };
      const { endpoint = server.url, leftAloneMs = 500 } = options;
      const shared = endpoint === null ? null : openSharedFiles(accessTo(endpoint), { leftAloneMs });
      const store = openCandleStore({
        source,
        directory,
        shared,
        log: silentLog,
        now: () => Date.parse(now),
      });
      return { ...store, pages };
    },
  };
};

const openSource = (): CandleSource =>
  openCandleSource({ id: 'binance', url: exchange.url, pauseMs: 1, log: silentLog });

const MARCH = '2021-03-01T00:30:00Z';
const LATER = '2021-03-04T00:30:00Z';
const lastDay = ({ timestamp }: CandleSeries) => new Date(timestamp.at(-1) ?? 0).toISOString().slice(0, 10);
const dayBefore = (day: string) => new Date(Date.parse(day) - 86_400_000).toISOString().slice(0, 10);
const highOn = ({ timestamp, high }: CandleSeries, day: string) => high[timestamp.indexOf(Date.parse(day))];
const marked = (day: string, high: number): CandleRow => [Date.parse(day), 1, high, 1, 2, 3];

test('what one machine has fetched, others take from the bucket, and add only what is new', async () => {
  const [here, there] = [await newMachine(), await newMachine()];
  const fetched = await here.open(MARCH).load('ETH', '24h');
  const other = there.open(MARCH);
  expect(await other.load('ETH', '24h')).toEqual(fetched);
  expect(other.pages).toEqual([]);
  const later = await there.open(LATER).load('ETH', '24h');
  expect(lastDay(later)).toBe('2021-03-03');
  const again = here.open(LATER);
  expect(await again.load('ETH', '24h')).toEqual(later);
  expect(again.pages).toEqual([]);
  expect(await readFile(here.fileOf('ETH'))).toEqual(await readFile(there.fileOf('ETH')));
});

test('a machine without candles knows which ones are in use', async () => {
  await (await newMachine()).open(MARCH).load('ADA', '24h');
  const other = (await newMachine()).open(MARCH);
  expect(await other.intervalsInUse()).toContain('24h');
  expect(await other.coinsAt('24h')).toContain('ADA');
  expect((await other.read('ADA', '24h')).series).not.toBeNull();
});

test('machines that fetch the same candles at the same time all get them, and the bucket has the newest', async () => {
  const ends = ['2020-03-01', '2020-09-01', '2021-01-01', '2021-03-01'];
  const machines = await Promise.all(ends.map(newMachine));
  const small = (): CandleSource => {
    const inner = openSource();
    const page: CandleSource['page'] = async (...asked) => (await inner.page(...asked)).slice(0, 50);
    return { ...inner, name: 'at once', pageCandles: 50, page };
  };
  const series = await Promise.all(
    machines.map(({ open }, n) => open(`${ends[n]}T00:30:00Z`, { source: small() }).load('BTC', '24h')),
  );
  for (const [n, one] of series.entries()) expect(lastDay(one) >= dayBefore(ends[n] ?? '')).toBe(true);
  const newest = (await newMachine()).open(MARCH, { source: small() });
  expect(await newest.load('BTC', '24h')).toEqual(await openAlone(small));
  expect(newest.pages).toEqual([]);
});

/** The same candles, fetched by a machine that shares nothing. */
const openAlone = async (source: () => CandleSource): Promise<CandleSeries> =>
  (await newMachine()).open(MARCH, { endpoint: null, source: source() }).load('BTC', '24h');

test('corrections on one machine reach the others, even those that add up at the same time', async () => {
  const [here, there] = [await newMachine(), await newMachine()];
  await here.open(MARCH).load('LTC', '24h');
  await there.open(MARCH).load('LTC', '24h');
  let calls = 0;
  await here.open(MARCH).change('LTC', '24h', async ({ series }) => {
    calls += 1;
    if (calls === 1) await there.open(LATER).load('LTC', '24h');
    return withCandles(series as CandleSeries, [marked('2021-02-01', 9_999)], []);
  });
  expect(calls).toBe(2);
  const seen = await there.open(LATER).load('LTC', '24h');
  expect([highOn(seen, '2021-02-01'), lastDay(seen)]).toEqual([9_999, '2021-03-03']);
  const flat = Date.parse('2021-02-02');
  await there
    .open(LATER)
    .change('LTC', '24h', async ({ series }) => withoutCandles(series as CandleSeries, [[flat, flat]]));
  const again = await here.open(LATER).load('LTC', '24h');
  expect(again.filled[again.timestamp.indexOf(flat)]).toBe(1);
});

test('while the store is down a machine uses and fetches candles by itself, and shares them afterwards', async () => {
  const [here, there] = [await newMachine(), await newMachine()];
  await here.open(MARCH).load('XRP', '24h');
  await there.open(MARCH).load('XRP', '24h');
  flaky.cut();
  const alone = here.open(MARCH, { endpoint: flaky.url });
  expect(lastDay(await alone.load('XRP', '24h'))).toBe('2021-02-28');
  expect(alone.pages).toEqual([]);
  expect(await alone.coinsAt('24h')).toContain('XRP');
  const behind = here.open(LATER, { endpoint: flaky.url });
  expect(lastDay(await behind.load('XRP', '24h'))).toBe('2021-03-03');
  const change = behind.change('XRP', '24h', async ({ series }) =>
    withCandles(series as CandleSeries, [marked('2021-02-01', 9)], []),
  );
  expect(isOutage(await change.catch((cause: unknown) => cause))).toBe(true);
  // Another machine has gone on meanwhile.
  await there
    .open('2021-03-02T00:30:00Z')
    .change('XRP', '24h', async ({ series }) =>
      withCandles(series as CandleSeries, [marked('2021-02-02', 7)], []),
    );
  flaky.mend();
  const back = await here.open(LATER, { endpoint: flaky.url }).load('XRP', '24h');
  const other = there.open(LATER);
  expect(await other.load('XRP', '24h')).toEqual(back);
  expect(other.pages).toEqual([]);
  expect([highOn(back, '2021-02-02'), lastDay(back)]).toEqual([7, '2021-03-03']);
});

test('a store that is silent holds up a fetch once only', async () => {
  const here = await newMachine();
  stalling.stall('/candles/');
  const alone = here.open(MARCH, { endpoint: stalling.url, leftAloneMs: 60_000 });
  const series = await alone.load('BNB', '24h');
  expect(stalling.stalls()).toBe(1);
  expect(lastDay(series)).toBe('2021-02-28');
  stalling.mend();
});

test('candles from before there was a bucket are shared, and so is what replaces a damaged file in it', async () => {
  const [here, there] = [await newMachine(), await newMachine()];
  const before = await here.open(MARCH, { endpoint: null }).load('DOT', '24h');
  await here.open(MARCH).load('DOT', '24h');
  const other = there.open(MARCH);
  expect(await other.load('DOT', '24h')).toEqual(before);
  expect(other.pages).toEqual([]);
  const files = openSharedFiles(accessTo(server.url));
  const name = `candles/${openSource().name}/24h/DOT.arrow`;
  const impossible = withCandles(before, [marked('2021-02-01', 0.5)], []);
  for (const damaged of [Buffer.from('no candles'), encodeSeries(impossible)]) {
    await files?.replace(name, damaged, (await files.find(name))?.tag ?? null);
    await there.open(MARCH).load('DOT', '24h');
    const third = (await newMachine()).open(MARCH);
    expect(await third.load('DOT', '24h')).toEqual(before);
    expect(third.pages).toEqual([]);
  }
});

test('a command that does not know of the bucket corrects no candles that are shared', async () => {
  const here = await newMachine();
  await here.open(MARCH).load('SOL', '24h');
  expect(existsSync(`${here.fileOf('SOL')}.shared`)).toBe(true);
  const alone = here.open(MARCH, { endpoint: null });
  const change = alone.change('SOL', '24h', async ({ series }) =>
    withCandles(series as CandleSeries, [marked('2021-02-01', 9)], []),
  );
  await expect(change).rejects.toThrow(/set BLOBS_S3_BUCKET, or remove .*SOL\.arrow\.shared/);
});
