// The code that ideas become; the evaluation runs it in the sandbox and judges what it does.
import { expect, test } from 'vitest';
import { readIdea } from '../idea/read-idea.ts';
import { compose } from './compose.ts';

const write = (text: string, perDay = 1) => compose(readIdea(text).idea, perDay);

test('the parts make one short file, with a function for each that is used', () => {
  const { code, does, assumed } = write(
    'Every Friday hold the three coins with the strongest 90-day momentum, only while BTC is above its 200-day average, weighted by inverse volatility, at most 40 % a coin',
  );
  expect(does).toBe(
    'Every Friday, it holds the 3 coins with the highest 90-day momentum, weighted by the inverse of their volatility (30 days), while BTC is above its 200-day average. Limits: at most 40 % in a coin. The rest is USDT.',
  );
  expect(assumed).toEqual(['30 days for the volatility']);
  expect(code.slice(code.indexOf('import pandas'))).toBe(`import pandas as pd

from tradeium_strategy import cap, inverse_volatility, rank_top, rate_of_change

SCORE_BARS = 90  # bars of the momentum
HELD = 3  # coins
RISK_BARS = 30  # bars of the volatility by which shares are sized
MOST = 0.4  # of the money in one coin
MARKET = "BTC"
MARKET_AVERAGE = 200  # bars of the market’s average
WEEKDAY = 4  # Friday, at whose open (UTC) it trades


def score(candles):
    return rate_of_change(candles.close, SCORE_BARS)


def market(candles):
    return candles.close[MARKET]


def market_allows(candles):
    level = market(candles)
    return level > level.rolling(MARKET_AVERAGE).mean()


def on_weekday(weights, candles):
    # A row is traded at the open of the next bar, so it is that day that counts.
    opens = candles.index + (candles.index[1] - candles.index[0])
    is_due = (opens.dayofweek == WEEKDAY) & (opens == opens.floor("D"))
    return weights.where(pd.Series(is_due, index=candles.index), axis=0)


def strategy(candles, settings):
    chosen = candles.close.notna()
    chosen = rank_top(score(candles).where(chosen), HELD) > 0
    weights = inverse_volatility(candles.close, RISK_BARS, chosen)
    weights = cap(weights, MOST, spread=True)
    weights = weights.mul(market_allows(candles), axis=0)
    return on_weekday(weights, candles)
`);
});

test('days become bars of the candles', () => {
  expect(write('momentum over 10 days', 6).code).toContain('CHANGE_BARS = 60 ');
  expect(write('momentum over 60 days', 1 / 7).code).toContain('CHANGE_BARS = 9 ');
  expect(write('RSI(7): buy below 25', 6).code).toContain('RSI_BARS = 7');
  expect(write('volatility target of 20 %', 6).code).toContain('BARS_A_YEAR = 2190');
});

test('a condition on the market is looked at when the strategy trades, or after each bar where it says to leave', () => {
  const filter = 'BTC is above its 100-day average';
  expect(write(`top 3 by momentum, monthly, only while ${filter}`).code).not.toContain('at_once');
  expect(write(`top 3 by momentum, monthly, cash unless ${filter}`).code).toContain('at_once');
  expect(write(`top 3 by momentum, only while ${filter}`).code).toContain('at_once');
});

test('what was bought before the start is held from it on, except on named days', () => {
  expect(write('top 3 by momentum on Fridays').code).not.toContain('invest_at_start');
  expect(write('top 3 by momentum, weekly').code).toContain('invest_at_start');
  expect(write('hold BTC above its 50-day average').code).toContain('invest_at_start');
});

test('what is cut off goes to the others where shares differ', () => {
  expect(write('equal weight, at most 20 %').code).toContain('cap(weights, MOST)');
  expect(write('inverse volatility, at most 20 %').code).toContain('cap(weights, MOST, spread=True)');
});

test('each coin has its own part of the money where signals say when it is bought, unless the message names shares', () => {
  expect(write('hold each coin above its 50-day average').code).toContain('chosen / len(candles.coins)');
  expect(write('coins above their 50-day average, equally weighted').code).toContain('equal_weight(chosen)');
  expect(write('hold BTC above its 50-day average').code).toContain('chosen / len(COINS)');
});

test('a ranking by nearness to the high compares with the highest close', () => {
  const { code, does } = write('hold the 4 coins closest to their 52-week high, monthly');
  expect(code).toContain('candles.close / candles.close.rolling(SCORE_BARS).max()');
  expect(code).toContain('rank_top(score(candles).where(chosen), HELD)');
  expect(does).toContain('holds the 4 coins closest to their 364-day high');
});

test('the words of a trailing stop say how far it looks back, and when it buys again', () => {
  expect(write('top 3 by momentum with a 12% trailing stop').does).toContain(
    'a coin is sold 12 % below its highest close since it was bought, of 30 days at most, and bought back once it is no longer that far below',
  );
});

test('one figure has one usual length', () => {
  expect(write('the 3 calmest coins, weighted by inverse volatility, monthly').assumed).toEqual([
    '60 days for the volatility',
  ]);
});

test('usual values are used, and named, where the message has none', () => {
  expect(write('hold the strongest coins').assumed).toEqual([
    '90 days for the momentum',
    '3 coins',
    'trades once a week',
  ]);
  expect(write('top 3 by momentum over 20 days, monthly').assumed).toEqual([]);
});
