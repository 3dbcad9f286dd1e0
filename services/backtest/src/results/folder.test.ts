// A result's files where there is hardly anything to show.
import { findingText } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { NO_LOOK_AHEAD } from '../../fixtures/causality.ts';
import { digest, SETTINGS, startedRun } from '../../fixtures/workspace-facts.ts';
import { panelOf } from '../candles/panel.ts';
import { type CandleRow, seriesOf } from '../candles/series.ts';
import { buildFolder, chartDetails } from './folder.ts';
import { simulateRun } from './simulate-run.ts';

const HOUR = 3_600_000;
const MONDAY = Date.parse('2024-01-01T00:00:00Z');

const words = { prints: '', message: null, source_line: null, rerun_failure: null };
const strategy = {
  ok: true,
  weights: digest('b'),
  rows: 1,
  columns: 1,
  code_sha256: digest('a'),
  report: digest('c'),
  causality: { ...NO_LOOK_AHEAD, planned: 0, tested: 0, made_up_tested: 0, decisions: 0 },
} as const;

test.each([
  ['1h', 1],
  ['24h', 24],
  ['weekly', 168],
] as const)('a range of one bar of %s has all its files, and no word of a test', async (timeframe, hours) => {
  const rows: CandleRow[] = [[MONDAY, 100, 110, 90, 105, 1]];
  const panel = panelOf([seriesOf('BTC', timeframe, rows, [])], MONDAY, MONDAY + hours * HOUR);
  const run = {
    ...startedRun.data,
    settings: { ...SETTINGS, timeframe },
    startedAt: '2026-01-01T00:00:00Z',
    strategyCreatedAt: null,
    place: 1,
  };
  const result = simulateRun(panel, Float64Array.of(0.5), SETTINGS);
  const source = Buffer.from('def strategy(candles, settings): ...');
  const built = await buildFolder({ run, panel, result, candles: digest('d'), strategy, words, source });
  const names: string[] = built.files.map(({ filename }) => filename);
  expect(names).toEqual(
    expect.arrayContaining(['Chance', 'Chart', 'Settings', 'Statistics', 'Strategy', 'Table']),
  );
  const chance = built.files.find(({ filename }) => filename === 'Chance')?.bytes ?? [];
  expect(JSON.parse(Buffer.from(chance).toString())).toMatchObject({
    bootstrap: { figures: null, reason: expect.stringContaining('at least 30 are needed') },
    random_portfolios: { figures: null, reason: expect.stringContaining('at least 30 are needed') },
    born_on: { before: null, after: null, reason: expect.stringContaining('not known') },
    crises: [],
  });
  expect(built.findings.map(({ code }) => code)).toContain('RANGE_UNTESTABLE');
  expect(built.findings.map(findingText).join(' ')).toContain('The range has a single bar');
  expect(built.findings.map(({ code }) => code)).not.toContain('NO_LOOK_AHEAD');
  // Bought at 100 with half of the capital, which ends at 105: holding all of it makes twice as much.
  expect(built.figures).toMatchObject({ cagr: null, benchmark_return: expect.closeTo(0.05, 9) });
  expect(built.summary).toMatch(/^Total return \S+ %, holding BTC 5\.00 %, max drawdown /);
});

test('the picture says what was run: coins, interval, capital and costs', () => {
  expect(chartDetails({ ...SETTINGS, starting_capital: 25_000, slippage: 0.0005 })).toMatch(
    /^\d entries, .*, from 25,000 USDT, fees [\d.]+\u202F%, slippage 0\.05\u202F%$/,
  );
  expect(chartDetails({ ...SETTINGS, drift_band_percent: 5 })).toMatch(
    /from 10,000 USDT, .*slippage 0\.00\u202F%, drift band 5\.00\u202F%$/,
  );
});
