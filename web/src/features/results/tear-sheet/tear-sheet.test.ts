// A tear sheet stands alone, says what the files say, and runs nothing, whatever the names in it are.
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../../lib/csv/csv.ts';
import { runCurves } from '../curves/run-curves.ts';
import { type SheetInput, tearSheet } from './tear-sheet.ts';

const DAYS = 200;
const days = Array.from({ length: DAYS }, (_, day) => new Date(Date.UTC(2024, 0, 1 + day)).toISOString());
const values = days.map((_, day) => 10_000 + 50 * day - (day > 100 ? 30 * (day - 100) : 0));
const HOSTILE = '<script>alert(1)</script>" onload="alert(2)';

const STATISTICS = {
  initial_value: 10_000,
  total_return: 0.7,
  cagr: 1.2,
  max_drawdown: -0.25,
  sharpe_ratio: 1.5,
  final_value: 17_000,
  fees_paid: 123.45,
  start: '2024-01-01T00:00:00.000Z',
  end: '2024-07-19T00:00:00.000Z',
  findings: [{ code: 'LOOK_AHEAD_CUT', severity: 'critical', data: { coin: HOSTILE, at: '2024-02-01' } }],
  monthly_returns: [{ year: 2024, months: [0.1, -0.05, 0.08], total: 0.13 }],
  worst_drawdowns: [{ peak: '2024-03-01', trough: '2024-04-01', recovery: null, depth: -0.25, days: 40 }],
  coins: [
    { coin: 'BTC', contribution: 0.5, profit: 5_000, fills: 10 },
    { coin: HOSTILE, contribution: 0.2, profit: 2_000, fills: 4 },
  ],
  benchmark: { name: 'BTC', total_return: 0.2 },
  basket: { name: 'Basket', total_return: 0.9 },
  curves: {
    timestamp: days,
    portfolio: values,
    btc: values,
    basket: values,
    rolling_sharpe: days.map((_, day) => (day < 179 ? null : 1 + day / 100)),
  },
};
const SETTINGS = {
  strategy: `strategy_${HOSTILE}.py`,
  portfolio: ['USDT', 'BTC'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-07-18',
  parameters: { [HOSTILE]: HOSTILE },
  code_sha256: 'c'.repeat(64),
  prints: 'printed secret',
  notes: 'secret notes',
};
const TABLE = parseCsv(
  [
    'timestamp,held_BTC,held_USDT,portfolio_value',
    ...days.map((day, at) => `${day},0.6,0.4,${values[at]}`),
  ].join('\n'),
);
const sheetWith = (change: Partial<SheetInput> = {}): string =>
  tearSheet({
    title: HOSTILE,
    settings: SETTINGS,
    statistics: STATISTICS,
    curves: runCurves(TABLE, STATISTICS),
    runAtMs: Date.UTC(2026, 0, 2, 3, 4),
    madeAtMs: Date.UTC(2026, 0, 3, 4, 5),
    version: '1.2.3',
    ...change,
  });

/** The text of a document, as a reader sees it. */
const textOf = (document: string): string =>
  document
    .replace(/<style>[\s\S]*?<\/style>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replace(/\s+/g, ' ');

describe('a tear sheet', () => {
  test('asks for nothing: it has no address and no script in it', () => {
    const sheet = sheetWith();
    expect(sheet).not.toMatch(
      /https?:|\burl\(|@import|\s(?:src|href|srcset|action)=|<(?:link|iframe|img|object|base)\b/i,
    );
    expect(sheet).not.toMatch(/<script|\son\w+="/i);
    expect(sheet).toContain(`default-src 'none'; style-src 'unsafe-inline'`);
  });

  test('shows hostile names as they are written', () => {
    const text = textOf(sheetWith());
    expect(text).toContain(HOSTILE);
    expect(text).toContain(`${HOSTILE} ${HOSTILE}`);
  });

  test('has the figures of the files: none is computed', () => {
    const text = textOf(sheetWith());
    for (const shown of ['+70.00 %', '−25.00 %', '1.50', '17,000.00', '123.45'])
      expect(text).toContain(shown);
    expect(text).toContain('vs Hold all coins equally +90.00');
    expect(text).toMatch(/2024 \+10\.0 −5\.0 \+8\.0 — /);
    expect(text).toMatch(/1 Mar 2024 1 Apr 2024 not yet −25\.00.% 40/);
    expect(text).toContain('No, do not trust it');
    expect(text).toMatch(/Critical: Look-ahead\. The strategy uses the future\./);
  });

  test('has the charts of every bar: equity, drawdown, rolling Sharpe and weights', () => {
    const sheet = sheetWith();
    for (const title of [
      'Equity in USDT',
      'Drawdown',
      'Rolling Sharpe ratio of the last 180 days',
      'Weights held',
    ])
      expect(sheet).toContain(`aria-label="${title}"`);
    expect(sheet).not.toMatch(/NaN|Infinity|undefined/);
    const weekly = sheetWith({ statistics: { ...STATISTICS, periods_per_year: 52 } });
    expect(weekly).toContain('Rolling Sharpe ratio of the last 26 weeks');
  });

  test('says what was run, and nothing that was meant for its user', () => {
    const text = textOf(sheetWith());
    expect(text).toContain('c'.repeat(64));
    expect(text).toContain('Run at 2 Jan 2026, 03:04 UTC');
    expect(text).toContain('Sheet made at 3 Jan 2026, 04:05 UTC');
    expect(text).toContain('Tradeium 1.2.3');
    expect(text).not.toContain('secret');
  });

  test('of a private run has no weights, and one without curves no charts', () => {
    const ofPrivate = sheetWith({ curves: runCurves(null, STATISTICS) });
    expect(ofPrivate).toContain('aria-label="Equity in USDT"');
    expect(ofPrivate).not.toContain('Weights held');
    const without = sheetWith({ curves: null, statistics: { total_return: null }, settings: {} });
    expect(without).not.toContain('<figure>');
    expect(textOf(without)).toContain('Not tested for look-ahead');
  });

  test('is the same for the same files', () => {
    expect(sheetWith()).toBe(sheetWith());
  });
});
