// Names of compared results: those that share one say what differs between them.
import { expect, test } from 'vitest';
import { someResult } from '../../../testing/samples.ts';
import { distinctNames } from './compare-names.ts';

const SETTINGS = {
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h',
  start_date: '2024-01-01',
  end_date: '2024-12-31',
  fees: 0.001,
};
/** Runs of one strategy with these settings in addition to the usual ones. */
const namesOf = (...settings: object[]) =>
  distinctNames(
    settings.map((_, place) => someResult(`r${place}`, 'calm')),
    settings.map((one) => ({ ...SETTINGS, ...one })),
  );

test.each([
  ['fees', [{}, { fees: 0.002 }], ['calm · fees 0.10\u202F%', 'calm · fees 0.20\u202F%']],
  ['the interval', [{}, { timeframe: '1h' }], ['calm · 1 Day', 'calm · 1 Hour']],
  ['the coins', [{}, { portfolio: ['USDT', 'SOL'] }], ['calm · BTC, ETH', 'calm · SOL']],
  ['a setting that only one has', [{}, { drift_band_percent: 5 }], ['calm', 'calm · drift band 5.00\u202F%']],
  [
    'the range and the version',
    [{ strategy_version: 1 }, { strategy_version: 2, start_date: '2023-01-01' }],
    ['calm · 1 Jan 2024 – 31 Dec 2024 · version 1', 'calm · 1 Jan 2023 – 31 Dec 2024 · version 2'],
  ],
  ['nothing', [{}, {}], ['calm (1)', 'calm (2)']],
  [
    'something, and two are alike',
    [{}, { fees: 0.002 }, {}],
    ['calm · fees 0.10\u202F% (1)', 'calm · fees 0.20\u202F%', 'calm · fees 0.10\u202F% (2)'],
  ],
])('results of the same name say what differs: %s', (_, settings, names) => {
  expect(namesOf(...settings)).toEqual(names);
});

test('results of other names say nothing of settings; those of several chats name their chat', () => {
  const settings = [SETTINGS, { ...SETTINGS, fees: 0.002 }];
  expect(distinctNames([someResult('r1', 'calm'), someResult('r2', 'wild')], settings)).toEqual([
    'calm',
    'wild',
  ]);
  const chats = [someResult('r1', 'calm'), someResult('r2', 'calm', 'c2', 'Breakouts')];
  expect(distinctNames(chats, settings)).toEqual(['calm · Momentum', 'calm · Breakouts']);
});
