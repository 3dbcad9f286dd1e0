// The same content is one trial, whatever the order of its parts; anything that decides the outcome makes another.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { canonicalTrial, comparedCode, type Tried } from './trial-content.ts';

const settings: Tried['settings'] = {
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
};
const tried: Tried = { code: 'a'.repeat(64), settings, parameters: { lookback: 30, mode: 'equal' } };
const setting = (more: object): Tried => ({ ...tried, settings: { ...settings, ...more } });

test.each<[string, Tried]>([
  ['the same again', setting({})],
  ['coins in another order', setting({ portfolio: ['ETH', 'USDT', 'BTC'] })],
  ['parameters in another order', { ...tried, parameters: { mode: 'equal', lookback: 30 } }],
  ['the usual amounts, named', setting({ starting_capital: 10_000, slippage: 0, drift_band_percent: 0 })],
  ['another starting capital', setting({ starting_capital: 500 })],
  ['an end of a band that is none', setting({ drift_band_percent: 0, drift_band_to: 'edge' })],
  ['the usual calendar, named', setting({ rebalance_every: 'bar' })],
  ['a calendar of days on daily bars', setting({ rebalance_every: 'daily' })],
])('%s is the same trial', (_, other) => {
  expect(canonicalTrial(other)).toBe(canonicalTrial(tried));
});

test.each<[string, Tried]>([
  ['other code', { ...tried, code: 'b'.repeat(64) }],
  ['another parameter', { ...tried, parameters: { lookback: 35, mode: 'equal' } }],
  ['a text in place of a number', { ...tried, parameters: { lookback: '30', mode: 'equal' } }],
  ['another coin', setting({ portfolio: ['USDT', 'BTC', 'SOL'] })],
  ['fewer coins', setting({ portfolio: ['USDT', 'BTC'] })],
  ['another fee', setting({ fees: 0.002 })],
  ['slippage', setting({ slippage: 0.001 })],
  ['a drift band', setting({ drift_band_percent: 5 })],
  ['the other end of the band', setting({ drift_band_percent: 5, drift_band_to: 'edge' })],
  ['a calendar', setting({ rebalance_every: 'weekly' })],
  ['another start', setting({ start_date: '2024-01-02' })],
  ['another end', setting({ end_date: '2024-12-30' })],
  ['another interval', setting({ timeframe: '1h' })],
])('%s is another trial', (_, other) => {
  expect(canonicalTrial(other)).not.toBe(canonicalTrial(tried));
});

test('any coins and parameters are the same in any order', () => {
  const parameters = fc.dictionary(
    fc.string(),
    fc.oneof(fc.double({ noNaN: true }), fc.boolean(), fc.string()),
  );
  fc.assert(
    fc.property(parameters, fc.uniqueArray(fc.string()), (values, portfolio) => {
      const of = (entries: [string, Tried['parameters'][string]][], coins: string[]) =>
        canonicalTrial({ ...setting({ portfolio: coins }), parameters: Object.fromEntries(entries) });
      const entries = Object.entries(values);
      const content = of(entries, portfolio);
      expect(of(entries.toReversed(), portfolio.toReversed())).toBe(content);
    }),
  );
});

test('code is compared without what surrounds it, and with one kind of line end', () => {
  expect(comparedCode('\na = 1\r\nb = 2\n\n')).toBe('a = 1\nb = 2');
  expect(comparedCode('a = 1\n  b = 2')).toBe('a = 1\n  b = 2');
});
