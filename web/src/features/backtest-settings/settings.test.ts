// Backtest settings: a portfolio always makes sense, fees are always valid, dates start afresh.
import { FIXED_PORTFOLIO, PORTFOLIO_ENTRIES_MAX, portfolioOf, QUICK_ADDS } from '@tradeium/contracts';
import { describe, expect, test } from 'vitest';
import { dateOf, dayOf } from '../../lib/dates/date-range.ts';
import {
  BOUNDS,
  capitalOf,
  countWords,
  feesOf,
  initialSettings,
  keptOf,
  leftOutWords,
  limitsOf,
  periodOf,
  quickAddWords,
  settingsOfResult,
  slippageOf,
  tradingSettingsOf,
} from './settings.ts';

const TODAY = dayOf('2026-11-21');

test('settings travel as shares of one, for their own days or for those that have candles', () => {
  const settings = {
    ...initialSettings(
      { fees: 0.0025, slippage: 0.001, driftBandPercent: 5, rebalanceEvery: 'weekly' },
      TODAY,
    ),
    startDate: '2024-01-01',
    endDate: '2024-12-31',
  };
  expect(tradingSettingsOf(settings)).toMatchObject({
    fees: 0.0025,
    slippage: 0.001,
    drift_band_percent: 5,
    drift_band_to: 'target',
    rebalance_every: 'weekly',
    start_date: '2024-01-01',
    end_date: '2024-12-31',
  });
  const candles = { start: dayOf('2024-06-01'), end: dayOf('2024-12-30') };
  expect(tradingSettingsOf(settings, candles)).toMatchObject({
    start_date: '2024-06-01',
    end_date: '2024-12-30',
  });
});

describe('portfolio', () => {
  test('USDT and BTC are always part of it', () => {
    expect(portfolioOf([])).toEqual([...FIXED_PORTFOLIO]);
    expect(portfolioOf(['ETH', 'BTC', 'ETH'])).toEqual(['USDT', 'BTC', 'ETH']);
  });

  test('unknown entries are left out', () => {
    expect(portfolioOf(['LUNA', 3, null, 'ETH'])).toEqual(['USDT', 'BTC', 'ETH']);
  });

  test('ten entries are the most, and the presets fit', () => {
    expect(portfolioOf(QUICK_ADDS['Top 10'])).toHaveLength(PORTFOLIO_ENTRIES_MAX);
    expect(portfolioOf([...QUICK_ADDS['Top 10'], 'DOGE'])).not.toContain('DOGE');
  });
});

test('a quick add beyond the limit says what it added and what it left out', () => {
  const eight = portfolioOf(['DOGE', 'LTC', 'UNI', 'ATOM', 'XLM', 'TRX']);
  const words = leftOutWords('Top 5', eight, QUICK_ADDS['Top 5']);
  expect(words).toBe('Top 5 added ETH, XRP and left out BNB: at most 10 entries, USDT and BTC count.');
  expect(leftOutWords('Top 5', portfolioOf([]), QUICK_ADDS['Top 5'])).toBeNull();
});

// spec: workspace.43
test('the entries are counted with USDT and BTC, as is what a quick add leads to', () => {
  expect(countWords(portfolioOf(['DOGE']))).toBe('3 of 10, USDT and BTC count');
  expect(quickAddWords(portfolioOf(['DOGE']), QUICK_ADDS['Top 5'])).toBe(
    'Adds ETH, XRP, BNB: 6 of 10, USDT and BTC count',
  );
});

// spec: workspace.40
test.each([
  ['0.1', 0.1],
  ['0,25', 0.25],
  ['0.129', 0.13],
  ['-1', 0],
  ['11', 10],
  ['', 0],
  ['abc', 0],
])('fees typed as %j are %d percent', (text, fees) => {
  expect(feesOf(text)).toBe(fees);
});

test.each([
  ['2500', 2_500],
  ['12,500', 12_500],
  ['12.500', 12_500],
  ['12 500,75', 12_500.75],
  ["1'000'000", 1_000_000],
  ['1,000,000.50', 1_000_000.5],
  ['1234.567', 1_234.57],
  ['0.5', 1],
  ['-5', 1],
  ['9e99', 1_000_000_000],
  ['', 10_000],
  ['all', 10_000],
])('a starting capital typed as %j is %d USDT', (text, capital) => {
  expect(capitalOf(text)).toBe(capital);
});

test.each([
  ['0,05', 0.05],
  ['50', 10],
  ['', 0],
  ['none', 0],
])('slippage typed as %j is %d percent', (text, slippage) => {
  expect(slippageOf(text)).toBe(slippage);
});

describe('the period', () => {
  const candles = {
    available: true,
    start_date: '2020-08-12',
    end_date: '2025-10-08',
    limited_by: 'SOL',
    synthetic: [],
  };
  const wish = { startDate: '2020-01-01', endDate: '2021-01-01' };

  test('begins where every coin has candles, and goes back when that coin leaves', () => {
    expect(dateOf(periodOf(wish, candles).start)).toBe('2020-08-12');
    expect(dateOf(periodOf(wish, null).start)).toBe('2020-01-01');
  });

  test('candles from before the slider’s bounds do not widen it', () => {
    expect(limitsOf({ ...candles, start_date: '2017-08-17', end_date: '2026-01-01' })).toEqual(BOUNDS);
    expect(limitsOf({ ...candles, start_date: null, end_date: null })).toEqual(BOUNDS);
  });
});

describe('the start of a visit', () => {
  const defaults = {
    portfolio: ['USDT', 'BTC'],
    timeframe: '24h',
    fees: 0.001,
    slippage: 0,
    startingCapital: 10_000,
    driftBandPercent: 0,
    driftBandTo: 'target',
    rebalanceEvery: 'bar',
    startDate: '2024-10-09',
    endDate: '2025-10-08',
  };

  // spec: workspace.53
  test.each([undefined, null, 'x', {}, { portfolio: 'BTC', timeframe: '5m', fees: 'free' }])(
    'what was kept as %o gives the defaults',
    (stored) => {
      expect(initialSettings(stored, TODAY)).toEqual(defaults);
    },
  );

  // spec: workspace.28
  test('everything but the dates comes back', () => {
    const last = {
      ...defaults,
      portfolio: ['USDT', 'BTC', 'SOL'],
      timeframe: '4h' as const,
      fees: 0.002,
      slippage: 0.0005,
      startingCapital: 2_500,
      driftBandPercent: 2.5,
      driftBandTo: 'edge' as const,
      rebalanceEvery: 'monthly' as const,
      startDate: '2021-01-01',
      endDate: '2021-02-01',
    };
    const stored: unknown = JSON.parse(JSON.stringify(keptOf(last)));
    expect(initialSettings(stored, TODAY)).toEqual({
      ...last,
      startDate: defaults.startDate,
      endDate: defaults.endDate,
    });
  });
});

test('fees and slippage that a browser kept in percent go on', () => {
  expect(initialSettings({ feesPercent: 0.07, slippagePercent: 0.02 }, TODAY)).toMatchObject({
    fees: 0.000_7,
    slippage: 0.000_2,
  });
});

test('the settings of a result are taken over as they were; an item that is not a result has none', () => {
  const record = {
    portfolio: ['USDT', 'BTC', 'SOL'],
    timeframe: '4h',
    fees: 0.000_712_5,
    slippage: 0.000_333_3,
    starting_capital: 2_500.125,
    drift_band_percent: 5,
    drift_band_to: 'edge',
    rebalance_every: 'daily',
    start_date: '2023-01-01',
    end_date: '2023-06-30',
    notes: 'x',
  };
  expect(settingsOfResult(record)).toEqual({
    portfolio: ['USDT', 'BTC', 'SOL'],
    timeframe: '4h',
    fees: 0.000_712_5,
    slippage: 0.000_333_3,
    startingCapital: 2_500.125,
    driftBandPercent: 5,
    driftBandTo: 'edge',
    rebalanceEvery: 'daily',
    startDate: '2023-01-01',
    endDate: '2023-06-30',
  });
  expect(settingsOfResult({ ...record, timeframe: '7h' })).toBeNull();
  expect(settingsOfResult({ ...record, portfolio: 'BTC' })).toBeNull();
});
