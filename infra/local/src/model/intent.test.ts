// What users mean: a known strategy, a change of the last one, a clarifying question, or a refusal.
import { expect, test } from 'vitest';
import { intentOf } from './intent.ts';

const templateOf = (...asked: string[]) => {
  const intent = intentOf(asked);
  return 'plan' in intent ? intent.plan.template.id : intent.kind;
};

test.each([
  ['Hold what has momentum', 'momentum'],
  ['Follow the trend', 'momentum'],
  ['The top 3 by momentum', 'dual_momentum'],
  ['Hold the strongest coins', 'dual_momentum'],
  ['Buy breakouts above the 20-day high', 'donchian'],
  ['Buy dips and sell at the average', 'mean_reversion'],
  ['Buy coins below their average, sell them above their average', 'mean_reversion'],
  ['Hold each coin while it is above its 50 day average, else USDT', 'moving_average'],
  ['A golden cross per coin', 'moving_average'],
  ['50/200', 'moving_average'],
  ['EMA crossover of 12 and 26 days', 'moving_average'],
  ['Buy when the 20 day SMA crosses above the 100 day SMA', 'moving_average'],
  ['Buy when RSI is below 30', 'rsi'],
  ['Hold around the turn of the month', 'calendar'],
  ['Equal parts of everything', 'equal_weight'],
  ['Each coin should bring the same risk', 'risk_parity'],
  ['The minimum variance portfolio', 'minimum_variance'],
  ['Keep volatility at 20 %', 'volatility_target'],
  ['Keep the volatility of the portfolio at 15 %', 'volatility_target'],
])('%s', (text, id) => {
  expect(templateOf(text)).toBe(id);
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

test.each([
  'Make me rich',
  'Hold all coins equally while BTC is above its average',
  'Hold BTC while it is above its 100-day average, otherwise nothing',
  'hi',
  'Something good with low risk please',
  'x'.repeat(5_000),
])('a question: %s', (text) => {
  expect(intentOf([text]).kind).toBe('vague');
});

test.each(['A short lookback of 10 days with momentum', 'momentum over the short term'])(
  'allowed: %s',
  (text) => {
    expect(templateOf(text)).toBe('momentum');
  },
);

test('a later message changes the strategy under discussion', () => {
  expect(intentOf(['top 3 by momentum, weekly', 'with a stop at 10 %'])).toMatchObject({
    plan: { template: { id: 'dual_momentum' }, wishes: { top: 3, schedule: 'weekly', stop: 0.1 } },
  });
  expect(templateOf('top 3 by momentum', 'no, rather risk parity')).toBe('risk_parity');
});

test.each([
  'Hold only the top 2 instead of 3',
  'Change it to the top 2 coins, keep the rest as it was',
  'Use the top 2 coins',
])('a number changes the strategy under discussion and nothing else of it: %s', (change) => {
  expect(intentOf(['Hold the top 3 coins by 30-day momentum, rebalance weekly', change])).toMatchObject({
    plan: {
      template: { id: 'dual_momentum' },
      wishes: { top: 2, lookback: { count: 30, unit: 'days' }, schedule: 'weekly' },
    },
  });
});

test('less trading means a longer pause', () => {
  expect(intentOf(['momentum weekly', 'make it trade less'])).toMatchObject({
    kind: 'trade-less',
    before: { wishes: { schedule: 'weekly' } },
    plan: { wishes: { schedule: 'monthly' } },
  });
});

test('requests for a reason and an explanation are recognised by their words', () => {
  expect(intentOf(['momentum', 'Why did it lose in 2022?']).kind).toBe('why');
  expect(intentOf(['Explain my strategy']).kind).toBe('explain');
});
