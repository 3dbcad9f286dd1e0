// The judge of the evaluation: wanted behaviours, and unwanted ones.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { matrixOf } from '../../services/backtest/src/candles/panel.ts';
import { simulateRun } from '../../services/backtest/src/results/simulate-run.ts';
import { idea, type Judged, shortcomings } from './judge.ts';
import { FIRST_BAR, madeUpCandles, REGIMES, SETTINGS } from './made-up-candles.ts';

const panel = madeUpCandles();
const COINS = panel.coins.length;
const close = matrixOf(panel, 'close', 0);

/** The holdings of a portfolio that decides like this at each bar; null leaves it as it is. */
const behaving = (decide: (day: number, date: Date) => readonly number[] | null) =>
  simulateRun(
    panel,
    Float64Array.from(panel.timestamps).reduce(
      (weights, ms, bar) => {
        weights.set(decide(bar - FIRST_BAR, new Date(ms)) ?? Array(COINS).fill(Number.NaN), bar * COINS);
        return weights;
      },
      new Float64Array(panel.timestamps.length * COINS),
    ),
    SETTINGS,
  );
const only = (coin: string, weight = 1) => panel.coins.map((name) => (name === coin ? weight : 0));
const EQUAL = Array(COINS).fill(1 / COINS);
const NOTHING = Array(COINS).fill(0);
const WEEK = 7;
/** Its row is traded at the open of Friday. */
const THURSDAY = 4;

const hold = behaving((day) => (day === -1 ? EQUAL : null));
const daily = behaving(() => EQUAL);
const cash = behaving(() => NOTHING);
/** Trades only for the opens of one day of the week. */
const onFridays = behaving((_, date) => (date.getUTCDay() === THURSDAY ? EQUAL : null));
const onWeekdays = behaving((_, date) =>
  ((date.getUTCDay() + 1) % WEEK) % (WEEK - 1) === 0 ? NOTHING : EQUAL,
);
const sixtyForty = behaving(() => panel.coins.map((name) => ({ BTC: 0.6, ETH: 0.4 })[name] ?? 0));
/** Of the last 30 days: more of a coin that moves less, or more. */
const sized = (power: 1 | -1) =>
  behaving((day) => {
    const end = FIRST_BAR + day + 1;
    if (day < -1) return NOTHING;
    const risks = panel.coins.map((_, coin) => {
      const changes = Array.from({ length: 30 }, (_, back) => {
        const at = end - 1 - back;
        return Number(close[at * COINS + coin]) / Number(close[(at - 1) * COINS + coin]) - 1;
      });
      const mean = changes.reduce((sum, change) => sum + change, 0) / changes.length;
      return Math.sqrt(changes.reduce((sum, change) => sum + (change - mean) ** 2, 0)) ** power;
    });
    const total = risks.reduce((sum, risk) => sum + risk, 0);
    return risks.map((risk) => risk / total);
  });
const whileUp = (sign: 1 | -1) =>
  behaving((day) => {
    const window = Array.from({ length: 50 }, (_, back) =>
      Number(close[(FIRST_BAR + Math.max(day, -1) - back) * COINS]),
    );
    const mean = window.reduce((sum, price) => sum + price, 0) / window.length;
    return sign * (Number(window[0]) - mean) > 0 ? EQUAL : NOTHING;
  });
const oneCoin = behaving(() => only('BTC'));
const timed = behaving((day) => (day >= REGIMES.crash[0] + 3 ? NOTHING : EQUAL));
const monthEnds = behaving((_, date) => {
  const next = new Date(date.getTime() + 86_400_000);
  const days = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).getUTCDate();
  return next.getUTCDate() <= 3 || days - next.getUTCDate() < 4 ? EQUAL : NOTHING;
});
/** Each day the coin that is furthest below, or above, its price of half a wave before. */
const chasing = (sign: 1 | -1) =>
  behaving((day) => {
    const bar = FIRST_BAR + day;
    if (day < 0) return NOTHING;
    const changes = panel.coins.map(
      (_, coin) => sign * (Number(close[bar * COINS + coin]) / Number(close[(bar - 10) * COINS + coin])),
    );
    return panel.coins.map((_, coin) => (changes[coin] === Math.max(...changes) ? 1 : 0));
  });

describe.each([
  [{ at_most_coins: 1 }, oneCoin, hold],
  [{ at_most_weight: 0.2 }, hold, oneCoin],
  [{ trades_a_year: [300, 366] }, daily, hold],
  [{ mostly_in_cash: ['fall'] }, timed, hold],
  [{ mostly_invested: ['rise'] }, hold, cash],
  [{ mostly_invested_share: ['rise', 0.3] }, hold, cash],
  [{ always_invested: true }, hold, timed],
  [{ prefers: ['BTC', 'ADA', 'rise'] }, oneCoin, behaving(() => only('ADA'))],
  [{ holds_alike: ['BTC', 'XRP', 'rise'] }, daily, oneCoin],
  [{ days_of_month: [3, 4] }, monthEnds, daily],
  [{ buys_low: 'flat' }, chasing(-1), chasing(1)],
  [{ volatility_at_most: 0.2 }, behaving(() => only('LTC', 0.5)), behaving(() => only('ADA'))],
  [{ cash_in_crash_after: 5 }, timed, hold],
  [{ trades_on: ['Friday'] }, onFridays, daily],
  [{ held_on: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday'] }, onWeekdays, daily],
  [{ shares: { BTC: 0.6, ETH: 0.4 } }, sixtyForty, daily],
  [{ picks: { by: 'change', days: 10, count: 1, from: 'lowest' } }, chasing(-1), chasing(1)],
  [{ less_of_volatile: 30 }, sized(-1), sized(1)],
  [{ only_while: { coin: 'BTC', days: 50, within: 1 } }, whileUp(1), whileUp(-1)],
  [{ only_coins: ['BTC'] }, oneCoin, daily],
] as [Judged, ReturnType<typeof behaving>, ReturnType<typeof behaving>][])('%o', (asked, does, doesNot) => {
  test('is seen where it is, and missed where it is not', () => {
    expect(shortcomings(asked, does)).toEqual([]);
    expect(shortcomings(asked, doesNot)).toEqual(Object.keys(asked));
  });
});

test('a portfolio in cash keeps no volatility', () => {
  expect(shortcomings({ volatility_at_most: 0.2 }, cash)).toEqual(['volatility_at_most']);
});

test('there are 60 ideas, and ten that get a question or a no', () => {
  const ideas = z.array(idea).parse(JSON.parse(readFileSync('scripts/evaluation/ideas.json', 'utf8')));
  const strategies = ideas.filter((each) => each.expect === 'strategy');
  expect([strategies.length, ideas.length]).toEqual([60, 70]);
  expect(strategies.filter(({ judged }) => Object.keys(judged).length === 0)).toEqual([]);
  expect(new Set(ideas.map(({ text }) => text)).size).toBe(70);
});

test('made-up candles rise, crash, stay flat, turn and fall', () => {
  const change = (coin: string, [begin, end]: readonly [number, number]) => {
    const at = (day: number) => Number(close[(FIRST_BAR + day) * COINS + panel.coins.indexOf(coin)]);
    return at(end - 1) / at(begin) - 1;
  };
  expect(change('BTC', REGIMES.rise)).toBeGreaterThan(1);
  expect(change('XRP', REGIMES.rise)).toBeLessThan(0);
  for (const coin of panel.coins) expect(change(coin, REGIMES.crash), coin).toBeLessThan(-0.35);
  expect(Math.abs(change('BTC', REGIMES.flat))).toBeLessThan(0.3);
  expect(change('BTC', REGIMES.turn)).toBeLessThan(0);
  expect(change('BTC', REGIMES.fall)).toBeLessThan(-0.2);
});
