// A conversation about one idea.
import { expect, test } from 'vitest';
import { discussedIdea } from './change-idea.ts';
import type { Idea } from './idea.ts';

const BEGIN =
  'Hold the top 3 coins by 60-day momentum, weekly, with a stop at 10 %, only while BTC is above its 200-day average';
const after = (...messages: string[]): Idea | undefined => discussedIdea([BEGIN, ...messages])?.idea;
const begin = after();

test.each<[string, object]>([
  ['make it monthly', { cadence: { kind: 'monthly', day: 'first' } }],
  ['and only the top 2', { ranking: { order: 'highest', count: 2 } }],
  ['Hold only the top 2 instead of 3', { ranking: { order: 'highest', count: 2 } }],
  ['use ETH instead of BTC', { filter: { ...begin?.filter, market: 'ETH' } }],
  ['use 90 days', { score: { kind: 'momentum', period: { count: 90, unit: 'days' } } }],
  ['weight them by inverse volatility', { weighting: { kind: 'inverse-volatility' } }],
  ['at most 40 % per coin', { cap: 0.4 }],
  ['rebalance on Fridays', { cadence: { kind: 'weekday', day: 4 } }],
  ['only BTC, ETH and LTC', { coins: ['BTC', 'ETH', 'LTC'], isAlways: true }],
  ['a stop at 15 % instead of 10 %', { trailingStop: 0.15 }],
  ['with four coins', { ranking: { order: 'highest', count: 4 } }],
  [
    'make it the three lowest, and only trade on Wednesdays',
    { ranking: { order: 'lowest', count: 3 }, cadence: { kind: 'weekday', day: 2 } },
  ],
  ['make it two', { ranking: { order: 'highest', count: 2 } }],
  ['the weakest 4', { ranking: { order: 'lowest', count: 4 } }],
  [
    'same thing but with four coins, weight them by inverse volatility and lower the cap to 30%',
    { ranking: { order: 'highest', count: 4 }, weighting: { kind: 'inverse-volatility' }, cap: 0.3 },
  ],
])('“%s” changes that and nothing else', (message, part) => {
  expect(after(message)).toEqual({ ...begin, ...part });
});

test.each([
  ['without the stop', 'trailingStop'],
  ['no market filter please', 'filter'],
])('“%s” takes a part away', (message, part) => {
  const { [part as keyof Idea]: _, ...rest } = begin as Idea;
  expect(after(message)).toEqual(rest);
});

test('another main part is another idea, unless the message says that it changes this one', () => {
  expect(after('no, rather risk parity')).toEqual({ weighting: { kind: 'risk-parity' } });
  expect(after('Buy breakouts above the 20-day high')).not.toHaveProperty('ranking');
  expect(after('use RSI below 30 instead')).toMatchObject({
    signals: [{ kind: 'rsi', below: 30 }],
    cadence: { interval: 'weekly' },
    trailingStop: 0.1,
  });
});

const coinsAfter = (first: string, then: string) => discussedIdea([first, then])?.idea.coins;

test('coins come and go by name, and all coins stay all', () => {
  expect(coinsAfter('Hold BTC and ETH equally', 'Change it: add SOL')).toEqual(['BTC', 'ETH', 'SOL']);
  expect(coinsAfter('Hold BTC, ETH and SOL equally', 'without SOL')).toEqual(['BTC', 'ETH']);
  expect(discussedIdea([BEGIN, 'add SOL'])).toMatchObject({ idea: begin, added: ['SOL'], leftOut: [] });
});

test('a trade that is skipped under a condition is an exit', () => {
  const weekend = "Trade only BTC and ETH. Own them from Friday's close to Monday's close";
  const skipped = 'skip the weekend trade when bitcoin is below its 100-day average';
  expect(discussedIdea([weekend, `Change it: add SOL, and ${skipped}`])).toMatchObject({
    idea: {
      coins: ['BTC', 'ETH', 'SOL'],
      window: { kind: 'week', from: 5, days: 3 },
      filter: { kind: 'average', market: 'BTC', isBelow: false, isExit: true },
    },
    leftOut: [],
  });
});

test.each([
  'Trade ETH and SOL, hold each while its 14-day RSI is above 50',
  'Rank all coins by 30-day volatility and hold the two calmest, weekly',
  'Every Friday hold the two coins with the lowest 60-day volatility',
])('a whole idea that means nothing of before starts anew: %s', (text) => {
  expect(after(text)).toEqual(discussedIdea([text])?.idea);
});

test('changes add up', () => {
  expect(after('make it monthly', 'and only the top 2', 'without the stop')).toMatchObject({
    ranking: { count: 2 },
    cadence: { kind: 'monthly' },
  });
});
