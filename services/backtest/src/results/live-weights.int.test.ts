// A live run decides on a day what the backtest of the month traded after it, in the real runner and sandbox.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runStrategyFile } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { encodePanel, type Panel, panelOf } from '../candles/panel.ts';
import type { CandleSeries } from '../candles/series.ts';
import { simulateRun } from './simulate-run.ts';
import { decodeWeights } from './weights-file.ts';

/** Its weights change in every digit from day to day, and depend on all candles before. */
const CODE = `def strategy(candles, settings):
    volatility = candles.close.pct_change().ewm(span=20).std()
    trend = candles.close.ewm(span=50).mean()
    risk = (candles.close / trend).clip(0.5, 1.5) / volatility
    return risk.div(risk.sum(axis=1), axis=0) * 0.9
`;
const DAY_MS = 86_400_000;
const COINS = ['BTC', 'ETH', 'SOL'];
const MONTH = [Date.parse('2024-03-01'), Date.parse('2024-04-01')] as const;
const LAST_DAYS = ['2024-03-01', '2024-03-30'];

/** Daily candles of five hundred days, each coin on its own path. */
const seriesOf = (coin: string, index: number): CandleSeries => {
  const bars = 500;
  const prices = Float64Array.from(
    { length: bars + 1 },
    (_, day) => 100 * (index + 1) * Math.exp(0.3 * Math.sin(day / (7 + index)) + 0.05 * Math.cos(day * 1.7)),
  );
  const [open, close] = [prices.slice(0, bars), prices.slice(1)];
  const timestamp = Float64Array.from({ length: bars }, (_, day) => MONTH[1] - (bars - day) * DAY_MS);
  const flags = { filled: new Uint8Array(bars), synthetic: new Uint8Array(bars) };
  const volume = new Float64Array(bars).fill(1);
  const high = open.map((price, day) => Math.max(price, close[day] ?? 0));
  const low = open.map((price, day) => Math.min(price, close[day] ?? 0));
  return { coin, timeframe: '24h', timestamp, open, high, low, close, volume, ...flags };
};

const series = COINS.map(seriesOf);
let directory: string;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'live-weights-'));
  await writeFile(join(directory, 'strategy.py'), CODE);
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** Decisions of all bars, on candles that end before `untilMs`. */
const decided = async (untilMs: number): Promise<{ panel: Panel; weights: Float64Array }> => {
  const panel = panelOf(series, MONTH[0], untilMs);
  const file = (name: string) => join(directory, `${untilMs}.${name}`);
  const files = {
    strategy: join(directory, 'strategy.py'),
    candles: file('candles'),
    weights: file('weights'),
  };
  await writeFile(files.candles, encodePanel(panel));
  expect(await runStrategyFile(files)).toMatchObject({ ok: true });
  return { panel, weights: decodeWeights(await readFile(files.weights), panel) };
};

// spec: trading.48
test('live target weights equal those of the backtest to 1e-12', { timeout: 180_000 }, async () => {
  const month = await decided(MONTH[1]);
  const { targets } = simulateRun(month.panel, month.weights, { fees: 0.001 });
  for (const day of LAST_DAYS) {
    const closeMs = Date.parse(day) + DAY_MS;
    const { weights } = await decided(closeMs);
    const live = weights.slice(-COINS.length);
    // The backtest trades them when the next bar opens.
    const bar = (closeMs - MONTH[0]) / DAY_MS;
    const traded = targets.slice(bar * COINS.length, (bar + 1) * COINS.length);
    expect(Math.min(...traded)).toBeGreaterThan(0.01);
    live.forEach((weight, coin) => {
      expect(Math.abs(weight - (traded[coin] as number))).toBeLessThan(1e-12);
    });
  }
});
