// Ideas as people write them, and the parts that are read from them.
import { expect, test } from 'vitest';
import type { Idea } from './idea.ts';
import { readIdea } from './read-idea.ts';

const days = (count: number) => ({ count, unit: 'days' }) as const;
const ideaOf = (text: string): Idea => readIdea(text).idea;

const FRIDAYS =
  'Every Friday hold the three coins with the strongest 90-day momentum, only while BTC is above its 200-day average, weighted by inverse volatility, at most 40 % a coin';

test('each part of an idea is read, and nothing is left over', () => {
  expect(readIdea(FRIDAYS)).toEqual({
    idea: {
      cadence: { kind: 'weekday', day: 4 },
      score: { kind: 'momentum', period: days(90) },
      ranking: { order: 'highest', count: 3 },
      filter: {
        kind: 'average',
        market: 'BTC',
        period: days(200),
        isExponential: false,
        isBelow: false,
        isExit: false,
      },
      weighting: { kind: 'inverse-volatility' },
      cap: 0.4,
    },
    leftOut: [],
  });
});

test('the same idea in other words is the same idea', () => {
  const { filter, ...parts } = ideaOf(FRIDAYS);
  for (const text of [
    'Top 3 by 90d momentm, rebalance Fridays, vol-weighted, max 40% per coin, BTC 200dma filter',
    'each friday: own the 3 strongest coins by 90 day return, sized by 1/vol, no coin above 40%, only when bitcoin trades above its 200-day SMA',
    'Rank the coins by three-month momentum and hold the top three. Rebalance on Fridays. Weights inversely proportional to volatility, capped at 40 percent each. Stay in cash when BTC < 200 day moving average.',
  ]) {
    const { filter: own, ...others } = ideaOf(text);
    expect(others, text).toEqual(parts);
    expect(own, text).toEqual({ ...filter, isExit: own?.isExit });
    expect(readIdea(text).leftOut, text).toEqual([]);
  }
});

test.each([
  ['while BTC is above its 100-day average', false, false],
  ['cash if BTC is below its 100-day average', false, true],
  ['unless BTC is below its 100-day average', false, false],
  ['if BTC is below its 100-day average go to cash', false, true],
  ['stay out until BTC closes above its 100-day average', false, true],
  ['bail when BTC loses its 100-day average', false, true],
  ['skip everything once bitcoin is under the 100dma', false, true],
  ['only buy when BTC is below its 100-day average', true, false],
])('the market: %s', (words, isBelow, isExit) => {
  const { filter } = ideaOf(`hold the top 3 coins by momentum, ${words}`);
  expect(filter).toMatchObject({ kind: 'average', market: 'BTC', period: days(100), isBelow, isExit });
});

test.each<[string, Idea['filter']]>([
  [
    'all coins while the market rose over the last 60 days',
    { kind: 'change', period: days(60), over: 0, isBelow: false, isExit: false },
  ],
  [
    'sell everything when the portfolio has fallen 15 % from its 60-day high; buy back at a new 20-day high',
    { kind: 'drawdown', period: days(60), fall: 0.15, back: days(20), isBelow: false, isExit: true },
  ],
  ['top 3 by momentum while the RSI of BTC is above 50', undefined],
  [
    "top 3 by momentum when BTC's RSI is above 50",
    { kind: 'rsi', market: 'BTC', level: 50, isBelow: false, isExit: false },
  ],
])('another condition: %s', (text, filter) => {
  expect(ideaOf(text).filter).toEqual(filter);
});

test.each<[string, Partial<Idea>]>([
  ['hodl BTC', { coins: ['BTC'], isAlways: true }],
  ['hold BTC while its MACD is below zero', { signals: [{ kind: 'macd', isZeroLine: true, isBelow: true }] }],
  [
    'hold coins whose MACD is above its signal line',
    { signals: [{ kind: 'macd', isZeroLine: false, isBelow: false }] },
  ],
  ['everything but DOGE and equally', { without: ['DOGE'] }],
  ['60/40 BTC and ETH', { weighting: { kind: 'fixed', shares: { BTC: 0.6, ETH: 0.4 } } }],
  ['half bitcoin, half ether', { weighting: { kind: 'fixed', shares: { BTC: 0.5, ETH: 0.5 } } }],
  ['BTC 70%, ETH 30%', { weighting: { kind: 'fixed', shares: { BTC: 0.7, ETH: 0.3 } } }],
  [
    'a third each in BTC, ETH and LTC',
    { weighting: { kind: 'fixed', shares: { BTC: 0.3333, ETH: 0.3333, LTC: 0.3333 } } },
  ],
  [
    'hold the two least volatile coins',
    { score: { kind: 'volatility' }, ranking: { order: 'lowest', count: 2 } },
  ],
  ['the top half of the coins by 30-day return', { ranking: { order: 'highest', isHalf: true } }],
  [
    'the coins that fell most over 14 days',
    { score: { kind: 'momentum', period: days(14) }, ranking: { order: 'lowest' } },
  ],
  ['the coin that fell least over 14 days', { ranking: { order: 'highest', count: 1 } }],
  [
    'whichever of BTC and ETH is stronger over 30 days',
    { coins: ['BTC', 'ETH'], ranking: { order: 'highest', count: 1 } },
  ],
  [
    'rank by 60-day Sharpe ratio and keep the best 2',
    { score: { kind: 'ratio', period: days(60) }, ranking: { order: 'highest', count: 2 } },
  ],
  [
    'RSI(7): buy below 25, sell above 60',
    { signals: [{ kind: 'rsi', period: { count: 7, unit: 'bars' }, below: 25, above: 60 }] },
  ],
  [
    'breakouts above the 40-day high, out at the 15-day low',
    { signals: [{ kind: 'breakout', period: days(40), exit: days(15) }] },
  ],
  [
    'buy 2 standard deviations below the 30-day mean, sell at the mean',
    { signals: [{ kind: 'reversion', deviations: 2, period: days(30), exit: 0 }] },
  ],
  [
    'hold coins within 5 % of their 90-day high',
    { signals: [{ kind: 'from-high', period: days(90), share: 0.05, isNear: true }] },
  ],
  ['the 2 coins that fell hardest over the last 7 days', { ranking: { order: 'lowest', count: 2 } }],
  [
    'whichever coin did best last month',
    { score: { kind: 'momentum', period: days(30) }, ranking: { order: 'highest', count: 1 } },
  ],
  [
    'breakout 20/10 on BTC',
    { coins: ['BTC'], signals: [{ kind: 'breakout', period: days(20), exit: days(10) }] },
  ],
  ['hold BTC. If it falls 15% from its high, sell', { coins: ['BTC'], trailingStop: 0.15 }],
  [
    'coins up more than 15% in 30 days, max 3 coins',
    {
      signals: [{ kind: 'change', period: days(30), over: 0.15, isLess: false }],
      ranking: { order: 'highest', count: 3 },
    },
  ],
  ['buy Mondays, sell Fridays', { window: { kind: 'week', from: 0, days: 4 } }],
  ['equal weight, out of the market on Sundays', { window: { kind: 'week', from: 0, days: 6 } }],
  ['the last 3 days of the month', { window: { kind: 'month', last: 3, first: 0 } }],
  ['momentum with a stop at 10 %', { trailingStop: 0.1 }],
  ['momentum with a stop 8% below entry and a take profit of 20 %', { entryStop: 0.08, profit: 0.2 }],
  ['equal weight at 20% volatility', { volatility: { target: 0.2 } }],
  ['equal weight with a 10 % drift band', { band: 0.1 }],
])('%s', (text, parts) => {
  const { idea, leftOut } = readIdea(text);
  expect(idea).toMatchObject(parts);
  expect(leftOut).toEqual([]);
});

test.each<[string, Idea]>([
  [
    'Rank all coins by their 14-day RSI and hold the five lowest, at most 25% in each, and sell everything when the market (BTC) has dropped more than 15% from its 30-day high',
    {
      score: { kind: 'rsi', period: days(14) },
      ranking: { order: 'lowest', count: 5 },
      cap: 0.25,
      filter: { kind: 'drawdown', market: 'BTC', period: days(30), fall: 0.15, isBelow: false, isExit: true },
    },
  ],
  [
    'Trade BTC, ETH and LINK; buy above the highest close of 20 days, out under the 10-day low. Risk-size by volatility so the calmer coin gets more, max 35% each',
    {
      coins: ['BTC', 'ETH', 'LINK'],
      isAlways: true,
      signals: [{ kind: 'breakout', period: days(20), exit: days(10) }],
      weighting: { kind: 'inverse-volatility' },
      cap: 0.35,
    },
  ],
  [
    'Every Monday hold the four coins that sit closest to their 52-week high, no coin above 30%',
    {
      cadence: { kind: 'weekday', day: 0 },
      score: { kind: 'nearness', period: days(364) },
      ranking: { order: 'highest', count: 4 },
      cap: 0.3,
    },
  ],
  [
    'Rank coins by distance from their 90-day high and hold the closest 3',
    { score: { kind: 'nearness', period: days(90) }, ranking: { order: 'highest', count: 3 } },
  ],
  [
    'hold the 3 coins whose 30-day return is lowest',
    { score: { kind: 'momentum', period: days(30) }, ranking: { order: 'lowest', count: 3 } },
  ],
  [
    'Rank by 30-day momentum from highest to lowest and hold the top 3',
    { score: { kind: 'momentum', period: days(30) }, ranking: { order: 'highest', count: 3 } },
  ],
  [
    'hold the two lowest ranked coins by 30-day return',
    { score: { kind: 'momentum', period: days(30) }, ranking: { order: 'lowest', count: 2 } },
  ],
  [
    'SOL when it is stronger than BTC over 30 days, otherwise BTC',
    {
      coins: ['SOL', 'BTC'],
      score: { kind: 'momentum', period: days(30) },
      ranking: { order: 'highest', count: 1 },
    },
  ],
  [
    "Trade only BTC and ETH. Own them from Friday's close to Monday's close",
    { coins: ['BTC', 'ETH'], isAlways: true, window: { kind: 'week', from: 5, days: 3 } },
  ],
  [
    "own BTC from Thursday's open to Friday's close",
    { coins: ['BTC'], window: { kind: 'week', from: 3, days: 2 } },
  ],
])('nothing more and nothing else: %s', (text, idea) => {
  expect(readIdea(text)).toEqual({ idea, leftOut: [] });
});

test.each<[string, Idea['cadence']]>([
  ['every two weeks', { kind: 'days', days: 14 }],
  ['once a month', { kind: 'monthly', day: 'first' }],
  ['at month end', { kind: 'monthly', day: 'last' }],
  ['every 4 hours', { kind: 'interval', interval: '4h' }],
  ['wekly', { kind: 'interval', interval: 'weekly' }],
  ['each Thursday', { kind: 'weekday', day: 3 }],
  ['quarterly', { kind: 'days', days: 91 }],
])('trades %s', (words, cadence) => {
  expect(ideaOf(`top 3 by momentum, ${words}`).cadence).toEqual(cadence);
});

test.each([
  ['top 3 by momentum and pyramid into winners', 'pyramid into winners'],
  ['RSI below 30 and the Hurst exponent above 0.6, sell above 60', 'Hurst exponent above 0.6'],
  ['ETH while BTC is above its 50-day average, otherwise LTC', 'otherwise LTC'],
  [
    'top 3 by momentum, step out if the portfolio loses 20% from its peak',
    'step out if the portfolio loses 20% from its peak',
  ],
  ['top 3 by momentum, stop loss of 20% on the whole portfolio', 'stop loss of 20% on the whole portfolio'],
  ['SOL when it is stronger than BTC over 30 days', 'when it is stronger than BTC over 30 days'],
  [
    'hold breakouts, sell everything when prices have dropped 15% from their 30-day high',
    'have dropped 15% from their 30-day high',
  ],
  ['each coin above its 50-day average, four coins', 'four coins'],
  ['hold all coins, but halve it when BTC is below its average', 'halve it when BTC is below its average'],
])('what is not understood is left out as it was written: %s', (text, phrase) => {
  expect(readIdea(text).leftOut).toEqual([phrase]);
});

test('a message of any length is read in bounded time, and what is not read is left out', () => {
  for (const text of [
    'the '.repeat(5_000),
    'hold the coins when it is '.repeat(800),
    'momentum over 30 days '.repeat(900),
    '9'.repeat(20_000),
  ])
    expect(readIdea(text).leftOut.at(-1)).toBe('what follows');
});
