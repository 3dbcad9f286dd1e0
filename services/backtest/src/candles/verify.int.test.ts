// Flaws in stored candles are found and repaired from the exchange, and an operator's files are imported.
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type RunningExchange, startExchange } from '@tradeium/paper-exchange';
import { silentLog } from '@tradeium/testing';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openCandleStore } from './candle-store.ts';
import { type CandleSource, openCandleSource } from './exchange.ts';
import { importCandles, readImports } from './import.ts';
import type { CandleSeries } from './series.ts';
import { encodeSeries, versionOf, writeSeries } from './series-file.ts';
import { isFine, repairFile, verifyCandles } from './verify.ts';

const NOW = '2020-01-20T00:30:00Z';
const at = (iso: string) => Date.parse(iso);

let exchange: RunningExchange;
let directory: string;
let folders = 0;

beforeAll(async () => {
  exchange = await startExchange({ port: 0 });
  directory = await mkdtemp(join(tmpdir(), 'candles-'));
});
afterAll(async () => {
  await exchange.close();
  await rm(directory, { recursive: true, force: true });
});

const realSource = () => openCandleSource({ id: 'binance', url: exchange.url, pauseMs: 1, log: silentLog });

/** A store in its own folder. */
const newStore = (now = NOW) => {
  folders += 1;
  const folder = join(directory, String(folders));
  const open = (source: CandleSource) =>
    openCandleStore({ source, directory: folder, log: silentLog, now: () => at(now) });
  const source = realSource();
  const store = open(source);
  /** Overwrites a file with what `spoil` makes of its candles. */
  const spoil = async (
    coin: string,
    timeframe: '1h' | '4h' | '24h',
    change: (copy: CandleSeries) => void,
  ) => {
    const { series, version } = await store.read(coin, timeframe);
    const copy = structuredClone(series) as CandleSeries;
    change(copy);
    const path = join(folder, source.name, timeframe, `${coin}.arrow`);
    expect(await versionOf(path)).toBe(version);
    await writeSeries(path, encodeSeries(copy), version);
    return path;
  };
  return { store, open, spoil, folder };
};
type Store = ReturnType<typeof newStore>['store'];

const repairAll = async (store: Store) => {
  const reports = await verifyCandles(store);
  for (const report of reports) await repairFile(store, report, reports);
  return verifyCandles(store);
};

describe('verify', () => {
  test('candles from the exchange have no faults', async () => {
    const { store } = newStore();
    for (const timeframe of ['1h', '4h', '12h', '24h', 'weekly'] as const) await store.load('BTC', timeframe);
    const reports = await verifyCandles(store);
    expect(reports.map(({ timeframe }) => timeframe)).toEqual(['1h', '4h', '12h', '24h', 'weekly']);
    expect(reports.every(isFine)).toBe(true);
    expect(reports[0]).toMatchObject({ candles: 2_664, filled: 4, synthetic: 0 });
  });

  test('impossible candles are reported and repaired, the rest stays as it is', async () => {
    const { store, spoil } = newStore();
    const whole = await store.load('BTC', '1h');
    await spoil('BTC', '1h', ({ high, close }) => {
      high[100] = 1;
      close.fill(Number.NaN, 500, 503);
    });
    const [report] = await verifyCandles(store);
    expect(
      report?.flaws.map(({ what, fromMs, toMs }) => [what.slice(0, 6), (toMs - fromMs) / 3_600_000]),
    ).toEqual([
      ['high 1', 0],
      ['a valu', 2],
    ]);
    expect((await repairAll(store)).every(isFine)).toBe(true);
    expect((await store.read('BTC', '1h')).series).toEqual(whole);
  });

  test('intervals that disagree are reported, and both are fetched again', async () => {
    const { store, spoil } = newStore();
    const hours = await store.load('ETH', '1h');
    const days = await store.load('ETH', '24h');
    await spoil('ETH', '24h', ({ close, high }) => {
      close[5] = high[5] as number;
    });
    await spoil('ETH', '1h', ({ volume }) => {
      volume[7 * 24 + 3] = 1;
    });
    const reports = await verifyCandles(store);
    expect(reports.flatMap(({ disagreements }) => disagreements.map(({ what }) => what))).toEqual([
      'has another close than its hours',
      'has another volume than its hours',
    ]);
    expect((await repairAll(store)).every(isFine)).toBe(true);
    expect((await store.read('ETH', '1h')).series).toEqual(hours);
    expect((await store.read('ETH', '24h')).series).toEqual(days);
  });

  test.each([
    ['that is cut off', '', /./],
    ['that is something else', 'timestamp,open\n', /./],
  ])('a file %s is reported and fetched again', async (_, content, reason) => {
    const { store, spoil } = newStore();
    const whole = await store.load('BTC', '24h');
    await writeFile(await spoil('BTC', '24h', () => undefined), content);
    const [report] = await verifyCandles(store);
    expect(report?.damage).toMatch(reason);
    expect((await repairAll(store)).every(isFine)).toBe(true);
    expect((await store.read('BTC', '24h')).series).toEqual(whole);
  });

  test('a file without all of its bars is damaged, and no run reads it', async () => {
    const { store, spoil } = newStore();
    const whole = await store.load('BTC', '24h');
    await spoil('BTC', '24h', ({ timestamp }) => {
      timestamp[3] = (timestamp[3] as number) + 86_400_000;
    });
    expect((await verifyCandles(store))[0]?.damage).toBe(
      'candle 3 opens at 1570233600000 instead of 1570147200000',
    );
    expect(await store.load('BTC', '24h')).toEqual(whole);
  });

  test('filled candles are replaced once the exchange has them', async () => {
    const { store, open } = newStore();
    const source = realSource();
    const lost = at('2019-11-05T00:00:00Z');
    const losing = open({
      ...source,
      page: async (...request) => (await source.page(...request)).filter(([ms]) => ms !== lost),
    });
    await losing.load('BTC', '24h');
    expect((await verifyCandles(store))[0]).toMatchObject({ filled: 1 });
    expect((await repairAll(store))[0]).toMatchObject({ filled: 0, flaws: [] });
  });

  test('an exchange that does not answer leaves the file as it was', async () => {
    const { store, open, spoil } = newStore();
    await store.load('BTC', '24h');
    await spoil('BTC', '24h', ({ high }) => {
      high[10] = 1;
    });
    const silent = open({ ...realSource(), page: () => Promise.reject(new Error('no answer')) });
    const reports = await verifyCandles(silent);
    await expect(repairFile(silent, reports[0] as never, reports)).rejects.toThrow('no answer');
    expect(await verifyCandles(store)).toEqual(reports);
  });
});

describe('import', () => {
  const csv = async (folder: string, name: string, ...lines: string[]): Promise<string> => {
    const path = join(folder, 'csv', name);
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, ['timestamp,open,high,low,close,volume', ...lines, ''].join('\n'));
    return path;
  };
  const day = (iso: string, close: number) =>
    `${at(`${iso}T00:00:00Z`)},${close},${close},${close},${close},1`;

  test('the shipped candles are those of the exchange', async () => {
    const { store } = newStore('2026-01-01T00:30:00Z');
    const path = fileURLToPath(new URL('../../../paper-exchange/data/1h/FILUSDT.csv.gz', import.meta.url));
    await expect(readImports(store, [path])).rejects.toThrow(
      /FILUSDT.csv.gz:\d+: 5921 candles are missing before 2025-01-01T00:00:00.000Z/,
    );
    const solana = path.replace('FIL', 'SOL');
    const [one] = await readImports(store, [solana]);
    const imported = await importCandles(store, one as never);
    expect(imported.timestamp).toHaveLength(47_250);
    expect(imported.filled.reduce((sum, flag) => sum + flag, 0)).toBe(20);
    const other = newStore('2026-01-01T00:30:00Z');
    expect(imported).toEqual(await other.store.load('SOL', '1h'));
  });

  test('candles take the place of those that are stored, among the others', async () => {
    const { store, folder } = newStore();
    const before = await store.load('BTC', '24h');
    const path = await csv(folder, 'BTC-24h.csv', day('2019-12-31', 5), day('2020-01-01', 6));
    const [one] = await readImports(store, [path]);
    const after = await importCandles(store, one as never);
    const bar = after.timestamp.indexOf(at('2020-01-01T00:00:00Z'));
    expect([...after.close.subarray(bar - 1, bar + 1)]).toEqual([5, 6]);
    expect(after.close.subarray(0, bar - 1)).toEqual(before.close.subarray(0, bar - 1));
    expect(after.close.subarray(bar + 1)).toEqual(before.close.subarray(bar + 1));
  });

  test('files of one coin that follow one another are one import', async () => {
    const { store, folder } = newStore('2020-03-05T00:30:00Z');
    const january = await csv(folder, 'BTCUSDT-1d-2020-01.csv', day('2020-01-30', 5), day('2020-01-31', 6));
    const february = await csv(folder, 'BTCUSDT-1d-2020-02.csv', day('2020-02-01', 7));
    const march = await csv(folder, 'BTCUSDT-1d-2020-03.csv', day('2020-03-01', 8));
    const [one, ...more] = await readImports(store, [january, february]);
    expect(more).toEqual([]);
    expect((await importCandles(store, one as never)).close).toEqual(Float64Array.of(5, 6, 7));
    await expect(readImports(store, [february, january])).rejects.toThrow(/does not follow/);
    await expect(readImports(store, [january, march])).rejects.toThrow(/29 candles are missing between/);
  });

  test('nothing is written when one of the files is wrong', async () => {
    const { store, folder } = newStore();
    const good = await csv(folder, 'BTC-24h.csv', day('2020-01-01', 5));
    const bad = await csv(folder, 'ETH-24h.csv', day('2020-01-01', 5), day('2020-01-01', 5));
    await expect(readImports(store, [good, bad])).rejects.toThrow(/ETH-24h.csv:3: .* does not come after/);
    await expect(readImports(store, [good, good])).rejects.toThrow(/has 24h candles of BTC too/);
    await expect(readImports(store, ['/nowhere/BTC-24h.csv'])).rejects.toThrow(/ENOENT/);
    expect(await store.coinsAt('24h')).toEqual([]);
  });

  test('candles that do not adjoin what is kept are refused', async () => {
    const { store, folder } = newStore();
    await store.load('BTC', '24h');
    const path = await csv(folder, 'BTC-24h.csv', day('2019-09-01', 5));
    await expect(readImports(store, [path])).rejects.toThrow(
      /do not adjoin those that are kept \(2019-10-01/,
    );
  });

  test('made-up candles give way to imported ones, and do not come back', async () => {
    const now = '2024-06-01T00:30:00Z';
    const { store, folder } = newStore(now);
    const before = await store.load('VET', '24h');
    const syntheticOn = ({ synthetic, timestamp }: CandleSeries, iso: string) =>
      synthetic[timestamp.indexOf(at(`${iso}T00:00:00Z`))];
    expect([syntheticOn(before, '2024-02-01'), syntheticOn(before, '2024-02-02')]).toEqual([1, 1]);
    const path = await csv(folder, 'VET-24h.csv', day('2024-02-01', 0.03));
    const [one] = await readImports(store, [path]);
    await importCandles(store, one as never);
    await repairAll(store);
    const { series } = await store.read('VET', '24h');
    expect(syntheticOn(series as CandleSeries, '2024-02-01')).toBe(0);
    expect(syntheticOn(series as CandleSeries, '2024-02-02')).toBe(1);
  });
});
