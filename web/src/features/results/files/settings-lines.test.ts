// The settings of a run: nothing is lost, known keys have words and units, hashes stay distinguishable.
import { describe, expect, test } from 'vitest';
import { runFacts, settingsLines, shortHash } from './settings-lines.ts';

const HASH = '0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef';
const SETTINGS = {
  strategy: 'strategy_momentum.py',
  strategy_version: 3,
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-10-08',
  end_date: '2025-10-08',
  starting_capital: 10_000,
  warm_up_bars: 200,
  code_sha256: HASH,
  prints: 'hello\n',
  notes: '',
  born_on: '2026-01-01',
};

describe('the lines', () => {
  const lines = settingsLines(SETTINGS);
  const lineOf = (key: string) => lines.find((line) => line.key === key);

  // spec: results.16
  test('hold every setting once, the new ones last', () => {
    expect(lines.map(({ key }) => key).toSorted()).toEqual(Object.keys(SETTINGS).toSorted());
    expect(lines.at(-1)).toEqual({ key: 'born_on', label: 'Born on', text: '2026-01-01', kind: 'text' });
  });

  test('have labels and units', () => {
    expect(lines[0]).toMatchObject({ label: 'Strategy', text: 'strategy_momentum.py' });
    expect(lineOf('fees')).toMatchObject({ label: 'Trading fees', text: '0.10\u202F%' });
    expect(lineOf('timeframe')?.text).toBe('1 Day');
    expect(lineOf('start_date')?.text).toBe('8 Oct 2024');
    expect(lineOf('portfolio')?.text).toBe('USDT, BTC, ETH');
    expect(lineOf('notes')?.text).toBe('—');
  });

  test('hashes are shortened, and what was printed is a block', () => {
    expect(lineOf('code_sha256')).toMatchObject({ kind: 'hash', text: HASH });
    expect(shortHash(HASH)).toBe('0123456789…abcdef');
    expect(lineOf('prints')).toMatchObject({ kind: 'output', text: 'hello\n' });
    expect(settingsLines({ prints: '' })).toEqual([]);
    expect(settingsLines({ prints: null })).toEqual([]);
  });
});

describe('the facts of a run', () => {
  test('name file and version, days, interval, portfolio and fees', () => {
    expect(runFacts(SETTINGS)).toEqual([
      'strategy_momentum.py, version 3',
      '8 Oct 2024 – 8 Oct 2025',
      '1 Day',
      'USDT, BTC, ETH',
      'from 10,000.00 USDT',
      '0.10\u202F% fees',
    ]);
  });

  test('name the parameters it was run with', () => {
    const run = { strategy: 'a.py', parameters: { lookback: 240, mode: 'equal' } };
    expect(runFacts(run)).toEqual(['a.py', 'lookback 240, mode equal']);
    expect(runFacts({ ...run, parameters: {} })).toEqual(['a.py']);
  });

  test('name starting capital, slippage, calendar and drift band', () => {
    const usual = runFacts({ fees: 0.001, starting_capital: 10_000, slippage: 0 });
    expect(usual).toEqual(['from 10,000.00 USDT', '0.10\u202F% fees', 'no slippage']);
    const chosen = runFacts({ fees: 0.001, starting_capital: 500, slippage: 0.0005 });
    expect(chosen).toEqual(['from 500.00 USDT', '0.10\u202F% fees', '0.05\u202F% slippage']);
    const banded = runFacts({ fees: 0.001, drift_band_percent: 5, drift_band_to: 'edge' });
    expect(banded.at(-1)).toBe('5.00\u202F% drift band, to the edge of the band');
    expect(runFacts({ fees: 0.001, rebalance_every: 'weekly' }).at(-1)).toBe('rebalanced weekly');
  });

  test('the range says where its last week closes after its last day', () => {
    const weekly = { timeframe: 'weekly', start_date: '2024-01-01', end_date: '2024-02-07' };
    expect(runFacts(weekly)[0]).toBe('1 Jan 2024 – 7 Feb 2024, its last week until 11 Feb 2024');
    expect(runFacts({ ...weekly, end_date: '2024-02-11' })[0]).toBe('1 Jan 2024 – 11 Feb 2024');
  });

  test('a private strategy shows no version', () => {
    expect(runFacts({ strategy: 'TrendBot 2.0', strategy_version: null })).toEqual(['TrendBot 2.0']);
    expect(runFacts({})).toEqual([]);
  });
});
