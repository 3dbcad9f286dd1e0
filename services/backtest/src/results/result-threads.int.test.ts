// Results are built in a separate thread, with the same bytes as in this one.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sharpePerDay, withTrials } from '@tradeium/portfolio';
import { silentLog } from '@tradeium/testing';
import { makeTable, tableToIPC } from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_LOOK_AHEAD } from '../../fixtures/causality.ts';
import { digest, SETTINGS, startedRun } from '../../fixtures/workspace-facts.ts';
import { encodePanel, panelOf } from '../candles/panel.ts';
import { type CandleRow, seriesOf } from '../candles/series.ts';
import { buildFolder } from './folder.ts';
import { openResultThreads, type ResultThreads } from './result-threads.ts';
import { simulateRun } from './simulate-run.ts';

const HOUR = 3_600_000;
const START = Date.parse('2024-01-01T00:00:00Z');
const BARS = 24 * 91;

let directory: string;
let threads: ResultThreads;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'results-'));
  threads = openResultThreads(silentLog);
});
afterAll(async () => {
  await threads.close();
  await rm(directory, { recursive: true, force: true });
});

const rows = Array.from({ length: BARS }, (_, bar): CandleRow => {
  const open = 100 + Math.sin(bar / 50) * 10;
  return [START + bar * HOUR, open, open + 1, open - 1, open + 0.5, 1];
});
const panel = panelOf([seriesOf('BTC', '1h', rows, [])], START, START + BARS * HOUR);
const weights = Float64Array.from({ length: BARS }, (_, bar) => bar % 2);
const words = { prints: 'hello', message: null, source_line: null, rerun_failure: null };
const run = {
  ...startedRun.data,
  settings: { ...SETTINGS, timeframe: '1h' as const },
  startedAt: '2026-01-01T00:00:00Z',
  strategyCreatedAt: null,
  place: 1,
};
const strategy = {
  ok: true,
  weights: digest('b'),
  rows: BARS,
  columns: 1,
  code_sha256: digest('a'),
  report: digest('c'),
  causality: NO_LOOK_AHEAD,
} as const;

const fileOf = async (name: string, bytes: Uint8Array | string): Promise<string> => {
  const path = join(directory, name);
  await writeFile(path, bytes);
  return path;
};

test('files are those that this thread would build, and this thread does other things meanwhile', async () => {
  const paths = {
    candles: await fileOf('candles', encodePanel(panel)),
    weights: await fileOf('weights', tableToIPC(makeTable({ BTC: weights }), 'file')),
  };
  let turns = 0;
  let isOver = false;
  const turn = (): void => {
    turns += 1;
    if (!isOver) setImmediate(turn);
  };
  turn();
  const counted: (number | null)[] = [];
  const trials = { count: 7, variance: 0.001 };
  const candles = digest('d');
  const source = Buffer.from('def strategy(candles, settings): ...');
  const task = { run, candles, strategy, words, source, paths };
  const built = await threads.build(task, async (sharpe) => {
    counted.push(sharpe);
    return trials;
  });
  isOver = true;
  // Built here, it would yield to this thread only at each file read.
  expect(turns).toBeGreaterThan(100);
  const simulated = simulateRun(panel, weights, run.settings);
  expect(counted).toEqual([sharpePerDay(simulated.statistics)]);
  const result = { ...simulated, statistics: withTrials(simulated.statistics, trials) };
  const statistics = built.files.find(({ filename }) => filename === 'Statistics')?.bytes ?? Buffer.of();
  expect(JSON.parse(Buffer.from(statistics).toString())).toMatchObject({
    trials: 7,
    deflated_sharpe_ratio: expect.any(Number),
  });
  const here = await buildFolder({ run, panel, result, candles, strategy, words, source });
  const bytesOf = ({ files }: typeof here) =>
    files.map(({ filename, bytes }) => [filename, Buffer.from(bytes).toString('base64')]);
  expect(bytesOf(built)).toEqual(bytesOf(here));
  expect({ ...built, files: [] }).toEqual({ ...here, files: [] });
});

const notCounted = () => Promise.reject(new Error('nothing can be written now'));

test('a run that cannot be counted rejects with the reason', async () => {
  const paths = {
    candles: await fileOf('counted-candles', encodePanel(panel)),
    weights: await fileOf('counted-weights', tableToIPC(makeTable({ BTC: weights }), 'file')),
  };
  const task = { run, candles: digest('d'), strategy, words, source: null, paths };
  await expect(threads.build(task, notCounted)).rejects.toThrow('nothing can be written now');
});

test('a run that cannot be simulated rejects with the reason', async () => {
  const candles = await fileOf('candles', encodePanel(panel));
  const nothing = await fileOf('nothing', tableToIPC(makeTable({ BTC: new Float64Array(1) }), 'file'));
  const paths = { candles, weights: nothing };
  const task = { run, candles: digest('d'), strategy, words, source: null, paths };
  await expect(threads.build(task, notCounted)).rejects.toThrow('weights have 1 rows');
});

test('a thread that cannot start fails its run, and the process lives on', async () => {
  const logged: unknown[] = [];
  const log = { ...silentLog, error: (details: unknown) => logged.push(details) };
  const broken = openResultThreads(log, await fileOf('broken.mjs', 'throw new Error("no thread");'));
  broken.warmUp();
  const task = { strategy, settings: run.settings, paths: { candles: '', weights: '' }, prints: '' };
  await expect(broken.tryOut(task, notCounted)).rejects.toThrow('no thread');
  await broken.close();
});
