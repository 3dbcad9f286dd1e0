// Names of compared results: each says in which settings it differs, and no two are alike.
import { expect, test } from 'vitest';
import { someResult } from '../../../testing/samples.ts';
import { comparedNames } from './compare-names.ts';

const SETTINGS = {
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h',
  fees: 0.001,
  starting_capital: 10_000,
};
const labelsOf = (...results: (readonly [name: string, settings?: object])[]) =>
  comparedNames(
    results.map(([name], place) => someResult(`r${place}`, name)),
    results.map(([, settings]) => ({ ...SETTINGS, ...settings })),
  ).map(({ label }) => label);

test('results of the same name, and those of others, say what differs', () => {
  expect(labelsOf(['calm'], ['calm', { fees: 0.002 }])).toEqual([
    'calm · fees 0.10\u202F%',
    'calm · fees 0.20\u202F%',
  ]);
  expect(labelsOf(['calm'], ['wild', { starting_capital: 500 }])).toEqual([
    'calm · from 10,000.00 USDT',
    'wild · from 500.00 USDT',
  ]);
  expect(labelsOf(['calm'], ['wild'])).toEqual(['calm', 'wild']);
});

test('results that nothing tells apart are numbered', () => {
  expect(labelsOf(['calm'], ['calm'])).toEqual(['calm (1)', 'calm (2)']);
  expect(labelsOf(['calm'], ['calm', { fees: 0.002 }], ['calm'])).toEqual([
    'calm (1) · fees 0.10\u202F%',
    'calm · fees 0.20\u202F%',
    'calm (2) · fees 0.10\u202F%',
  ]);
});

test('results of several chats name their chat', () => {
  const chats = [someResult('r1', 'calm'), someResult('r2', 'calm', 'c2', 'Breakouts')];
  expect(comparedNames(chats, [SETTINGS, SETTINGS]).map(({ name }) => name)).toEqual([
    'calm · Momentum',
    'calm · Breakouts',
  ]);
});
