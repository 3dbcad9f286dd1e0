// Results that are shown together say in which settings they differ, and nothing that they share.
import { describe, expect, test } from 'vitest';
import { IN_EACH_LINE, numbered, settingDifferences, settingWords } from './setting-differences.ts';

const SETTINGS = {
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h',
  start_date: '2024-01-01',
  end_date: '2024-12-31',
  fees: 0.001,
  starting_capital: 10_000,
  slippage: 0,
};
const differencesOf = (...settings: object[]) =>
  settingDifferences(settings.map((one) => ({ ...SETTINGS, ...one }))).map((words) => words.join(' · '));

test.each([
  ['fees', [{}, { fees: 0.002 }], ['fees 0.10\u202F%', 'fees 0.20\u202F%']],
  [
    'fees that two decimals do not tell apart',
    [{}, { fees: 0.001_04 }],
    ['fees 0.10\u202F%', 'fees 0.104\u202F%'],
  ],
  ['the interval', [{}, { timeframe: '1h' }], ['1 Day', '1 Hour']],
  ['the coins', [{}, { portfolio: ['USDT', 'SOL'] }], ['BTC, ETH', 'SOL']],
  [
    'coins of which only those differ that are not named',
    [{ portfolio: ['USDT', 'A', 'B', 'C', 'D'] }, { portfolio: ['USDT', 'A', 'B', 'C', 'E'] }],
    ['A, B, C, D', 'A, B, C, E'],
  ],
  ['the capital', [{}, { starting_capital: 2_500 }], ['from 10,000.00 USDT', 'from 2,500.00 USDT']],
  ['slippage', [{}, { slippage: 0.001 }], ['no slippage', 'slippage 0.10\u202F%']],
  ['the drift band', [{}, { drift_band_percent: 5 }], ['no drift band', 'drift band 5.00\u202F%']],
  [
    'where the band leads',
    [
      { drift_band_percent: 5, drift_band_to: 'target' },
      { drift_band_percent: 5, drift_band_to: 'edge' },
    ],
    ['drift band 5.00\u202F%', 'drift band 5.00\u202F% to its edge'],
  ],
  [
    'the calendar',
    [{ rebalance_every: 'bar' }, { rebalance_every: 'weekly' }],
    ['rebalanced at every bar', 'rebalanced weekly'],
  ],
  ['every bar, said or not', [{}, { rebalance_every: 'bar' }], ['', '']],
  ['no band, said or not', [{}, { drift_band_percent: 0 }], ['', '']],
  [
    'the range and the version',
    [{ strategy_version: 1 }, { strategy_version: 2, start_date: '2023-01-01' }],
    ['1 Jan 2024 – 31 Dec 2024 · version 1', '1 Jan 2023 – 31 Dec 2024 · version 2'],
  ],
  [
    'parameters of the strategy',
    [
      { parameters: { lookback: 30, mode: 'equal', fast: true } },
      { parameters: { lookback: 60, mode: 'equal' } },
    ],
    ['lookback 30 · fast on', 'lookback 60 · no fast'],
  ],
  ['nothing', [{}, {}], ['', '']],
])('%s', (_, settings, words) => {
  expect(differencesOf(...settings)).toEqual(words);
});

describe('lists', () => {
  test('leave out what is shown for each result anyway', () => {
    const other = { ...SETTINGS, timeframe: '1h', portfolio: ['USDT', 'SOL'], fees: 0.002 };
    expect(settingDifferences([SETTINGS, other], IN_EACH_LINE)).toEqual([
      ['fees 0.10\u202F%'],
      ['fees 0.20\u202F%'],
    ]);
  });

  test('that do not know the other results say all of one', () => {
    const one = { ...SETTINGS, drift_band_percent: 5, parameters: { lookback: 30 } };
    expect(settingWords(one, IN_EACH_LINE)).toEqual([
      'from 10,000.00 USDT',
      'fees 0.10\u202F%',
      'no slippage',
      'drift band 5.00\u202F%',
      'lookback 30',
    ]);
    expect(settingWords(SETTINGS, IN_EACH_LINE)).not.toContain('no drift band');
  });
});

test('what nothing tells apart is numbered', () => {
  const wholes = ['calm a', 'calm b', 'calm a'];
  expect(numbered(['calm', 'calm', 'calm'], (place) => wholes[place] ?? '')).toEqual([
    'calm (1)',
    'calm',
    'calm (2)',
  ]);
});
