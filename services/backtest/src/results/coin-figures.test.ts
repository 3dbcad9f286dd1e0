// Agents learn of coins their returns, drawdowns and momentum, and how they move together.
import { expect, test } from 'vitest';
import { panelOf } from '../candles/panel.ts';
import { type CandleRow, seriesOf } from '../candles/series.ts';
import { coinFigures } from './coin-figures.ts';

const DAY = 86_400_000;
const START = Date.parse('2024-01-01T00:00:00Z');

const rowsOf = (prices: readonly number[]): CandleRow[] =>
  prices.map((price, day) => [START + day * DAY, price, price, price, price, 1]);
const DAYS = 40;
const rising = Array.from({ length: DAYS }, (_, day) => 100 + day + (day % 2));
const twice = rising.map((price) => 2 * price);
const falling = rising.map((price) => 10_000 / price);

const panel = panelOf(
  [
    seriesOf('BTC', '24h', rowsOf(rising), []),
    seriesOf('ETH', '24h', rowsOf(twice), []),
    seriesOf('SOL', '24h', rowsOf(falling), []),
  ],
  START,
  START + DAYS * DAY,
);

test('each coin has its figures over the range, and none where candles are missing', () => {
  const [btc, , sol] = coinFigures(panel).coins;
  expect(btc).toMatchObject({ coin: 'BTC', momentum: { d90: null, d365: null } });
  expect(btc?.total_return).toBeCloseTo(0.4);
  expect(btc?.momentum.d30).toBeCloseTo((rising[39] as number) / (rising[9] as number) - 1);
  expect(btc?.days_above_average_200).toBeNull();
  expect(sol?.max_drawdown).toBeCloseTo((falling[39] as number) / 100 - 1);
});

test('each pair of coins has its correlation once', () => {
  const { correlations } = coinFigures(panel);
  expect(correlations.map(({ a, b }) => `${a} ${b}`)).toEqual(['BTC ETH', 'BTC SOL', 'ETH SOL']);
  expect(correlations[0]?.correlation).toBeCloseTo(1);
  expect(correlations[1]?.correlation).toBeLessThan(-0.9);
});

test('days are up, down or sideways, and undecided before there are 230', () => {
  const prices = [
    ...Array.from({ length: 400 }, (_, day) => 100 + day),
    ...Array.from({ length: 300 }, (_, day) => 500 - day),
  ];
  const series = seriesOf('BTC', '24h', rowsOf(prices), []);
  const whole = panelOf([series], START, START + prices.length * DAY);
  const [btc] = coinFigures(whole).coins;
  expect(btc?.regimes).toMatchObject({ now: 'down' });
  const { up = 0, down = 0, sideways = 0, now_for_days = 0 } = btc?.regimes ?? {};
  expect(up + down + sideways).toBeCloseTo(1);
  expect(up).toBeGreaterThan(0.3);
  expect(down).toBeGreaterThan(0.3);
  expect(now_for_days / (prices.length - 229)).toBeCloseTo(down, 1);
  expect(coinFigures(panel).coins[0]?.regimes).toBeNull();
});
