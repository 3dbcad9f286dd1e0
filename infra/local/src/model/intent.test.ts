// Users may mean a known strategy, a change of the last one, a clarifying question, or a refusal.
import { expect, test } from 'vitest';
import { intentOf } from './intent.ts';

/** The main part of what is understood, in a word. */
const mainOf = (...asked: string[]): string => {
  const intent = intentOf(asked);
  if (!('plan' in intent)) return intent.kind;
  const { score, ranking, signals = [], window, volatility, weighting, isAlways } = intent.plan.idea;
  if (score && ranking) return `${ranking.order} ${score.kind}`;
  if (ranking) return 'ranking';
  return (
    signals[0]?.kind ??
    window?.kind ??
    (volatility ? 'volatility' : (weighting?.kind ?? (isAlways ? 'all' : 'none')))
  );
};

test.each([
  ['Hold what has momentum', 'change'],
  ['Follow the trend', 'change'],
  ['The top 3 by momentum', 'highest momentum'],
  ['Hold the strongest coins', 'ranking'],
  ['Buy breakouts above the 20-day high', 'breakout'],
  ['Buy dips and sell at the average', 'reversion'],
  ['Buy coins below their average, sell them above their average', 'average'],
  ['Hold each coin while it is above its 50 day average, else USDT', 'average'],
  ['A golden cross per coin', 'average'],
  ['50/200', 'average'],
  ['EMA crossover of 12 and 26 days', 'average'],
  ['Buy when the 20 day SMA crosses above the 100 day SMA', 'average'],
  ['Buy when RSI is below 30', 'rsi'],
  ['Hold around the turn of the month', 'month'],
  ['Equal parts of everything', 'equal'],
  ['Each coin should bring the same risk', 'risk-parity'],
  ['The minimum variance portfolio', 'minimum-variance'],
  ['Keep volatility at 20 %', 'volatility'],
  ['Keep the volatility of the portfolio at 15 %', 'volatility'],
  ['A short lookback of 10 days with momentum', 'change'],
  ['momentum over the short term', 'change'],
  ['Hold BTC while it is above its 100-day average, otherwise nothing', 'average'],
  ['Hold all coins equally while BTC is above its average', 'equal'],
])('%s', (text, id) => {
  expect(mainOf(text)).toBe(id);
});

test.each([
  'Go short the weakest coins',
  'Use 3x leverage',
  'Read the sentiment on Twitter',
  'A strategy that never loses',
  'Buy a day before it rises, using tomorrow’s price',
  'Arbitrage between Binance and Kraken',
  'Trade Apple and Tesla',
  'Double the bet after every loss',
  'Sell call options on BTC',
  'Scalp on 1-minute candles',
])('no: %s', (text) => {
  expect(intentOf([text]).kind).toBe('impossible');
});

test.each(['Make me rich', 'hi', 'Something good with low risk please', 'x'.repeat(5_000)])(
  'a question: %s',
  (text) => {
    expect(intentOf([text]).kind).toBe('vague');
  },
);

test.each([
  'Rank by Hurst exponent and hold the top 3',
  'Hold coins when the Elliott wave count completes',
  'Hold the three coins with the best Fibonacci level',
  'Hold everything, but halve the position when BTC is below its 200-day average',
  'Hold everything while at least 3 coins are above their 50-day average',
  'BTC ETH 60 40',
  '40% BTC, the rest in whatever Elliott waves say',
])('a question names what decides and is not understood: %s', (text) => {
  const intent = intentOf([text]);
  expect(intent.kind).toBe('unclear');
  expect(intent).toHaveProperty('leftOut.length', 1);
});

test('fixed shares next to a ranking are a question that quotes nothing', () => {
  expect(intentOf(['Put 50% in BTC and 50% in the top 3 coins by momentum'])).toEqual({ kind: 'contrary' });
});

test('a word for one end of a ranking that is not read is a question, whatever else is', () => {
  expect(intentOf(['Rank by 30-day momentum, hold 3 coins, weakest'])).toMatchObject({
    kind: 'unclear',
    leftOut: ['weakest'],
  });
});

test('a question about words that were not understood begins with numbers', () => {
  expect(
    intentOf(['Buy breakouts above the 20-day high', 'and with some stardust, four coins']),
  ).toMatchObject({ kind: 'unclear', leftOut: ['four coins', 'stardust'] });
});

test('a later message changes the strategy under discussion', () => {
  expect(intentOf(['top 3 by momentum, weekly', 'with a stop at 10 %'])).toMatchObject({
    plan: { idea: { ranking: { count: 3 }, cadence: { interval: 'weekly' }, trailingStop: 0.1 } },
  });
  expect(mainOf('top 3 by momentum', 'no, rather risk parity')).toBe('risk-parity');
});

test('a message that changes nothing and is not understood gets a question', () => {
  expect(intentOf(['top 3 by momentum', 'and sprinkle some stardust'])).toEqual({
    kind: 'unclear',
    leftOut: ['sprinkle some stardust'],
  });
});

test('a request that was declined changes nothing', () => {
  expect(intentOf(['top 3 by momentum', 'go short the weakest', 'make it weekly'])).toMatchObject({
    plan: { idea: { ranking: { order: 'highest', count: 3 }, cadence: { interval: 'weekly' } } },
  });
});

test('less trading means a longer pause', () => {
  expect(intentOf(['momentum weekly', 'make it trade less'])).toMatchObject({
    kind: 'trade-less',
    before: { idea: { cadence: { interval: 'weekly' } } },
    plan: { idea: { cadence: { kind: 'monthly' } } },
  });
});

test('requests for a reason and an explanation are recognised by their words', () => {
  expect(intentOf(['momentum', 'Why did it lose in 2022?']).kind).toBe('why');
  expect(intentOf(['Explain my strategy']).kind).toBe('explain');
});
