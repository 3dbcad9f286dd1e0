// A run's targets come back from its table, and other capitals follow them.
import { expect, test } from 'vitest';
import { matrixOf, panelOf } from '../candles/panel.ts';
import { type CandleRow, seriesOf } from '../candles/series.ts';
import { capitalOfRun, targetsIn } from './capital-of-run.ts';
import { simulateRun } from './simulate-run.ts';
import { buildTable } from './table.ts';

const DAY = 86_400_000;
const START = Date.parse('2024-01-01T00:00:00Z');

const daily = (coin: string, prices: readonly number[]) =>
  seriesOf(
    coin,
    '24h',
    prices.map((price, day): CandleRow => [START + (day - 1) * DAY, price, price, price, price, 1]),
    [],
  );

const panel = panelOf(
  [daily('ETH', [10, 10, 20, 20]), daily('BTC', [100, 100, 100, 50])],
  START,
  START + 3 * DAY,
);
const decisions = Float64Array.of(0.5, 0.05, Number.NaN, Number.NaN, 0.5, 0.05, 0, 0);
const settings = {
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h' as const,
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-01-03',
};
const result = simulateRun(panel, decisions, settings);
const table = buildTable(result);
const rules = panel.coins.map((coin) => ({
  coin,
  tickSize: '0.01',
  lotSize: '0.00001',
  amountMin: '0.00001',
  amountMax: '9000',
  notionalMin: '5',
}));
const task = {
  settings,
  coins: panel.coins,
  bars: 3,
  open: matrixOf(panel, 'open', 1),
  close: matrixOf(panel, 'close', 1),
  table,
  rules,
};

test('the targets are those that the run traded', () => {
  expect([...targetsIn(table.toString(), panel.coins)]).toEqual([...result.targets]);
});

test('a large capital returns what the run returned; a small one cannot buy the small share', () => {
  const check = capitalOfRun(task);
  const [ten] = check?.points ?? [];
  expect(ten).toMatchObject({ capital: 10, placed: 0, totalReturn: 0, canFollow: false });
  expect(check?.points.at(-1)?.totalReturn).toBeCloseTo(result.statistics.total_return, 6);
  // A twentieth of it has to be 5.25 USDT.
  expect(check?.smallestCapital).toBe(110);
});

test('a table of other candles has no answer', () => {
  expect(capitalOfRun({ ...task, bars: 2 })).toBeNull();
});
