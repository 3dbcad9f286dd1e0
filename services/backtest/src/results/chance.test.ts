// The file `Chance` of a run: it judges the very run whose statistics stand next to it.
import { expect, test } from 'vitest';
import { panelOf } from '../candles/panel.ts';
import { type CandleRow, seriesOf } from '../candles/series.ts';
import { chanceOfRun } from './chance.ts';
import { simulateRun } from './simulate-run.ts';

const DAY = 86_400_000;
const START = Date.parse('2024-01-01T00:00:00Z');
const DAYS = 120;

const series = (coin: string, beat: number) =>
  seriesOf(
    coin,
    '24h',
    Array.from({ length: DAYS }, (_, day): CandleRow => {
      const [open, close] = [100 + 20 * Math.sin(day / beat), 100 + 20 * Math.sin((day + 1) / beat)];
      return [START + day * DAY, open, Math.max(open, close), Math.min(open, close), close, 1];
    }),
    [],
  );
const panel = panelOf([series('BTC', 7), series('ETH', 11)], START, START + DAYS * DAY);
const weights = Float64Array.from({ length: 2 * DAYS }, (_, cell) => ((cell >> 3) % 3) / 4);
const settings = {
  portfolio: ['USDT', 'BTC', 'ETH'],
  timeframe: '24h' as const,
  fees: 0.002,
  slippage: 0.001,
  starting_capital: 500,
  drift_band_percent: 3,
  start_date: '2024-01-01',
  end_date: '2024-04-29',
};

test('costs, capital and drift band are those of the run: the strategy has the figures of the statistics', () => {
  const result = simulateRun(panel, weights, settings);
  const { random_portfolios, bootstrap, born_on } = chanceOfRun(result, settings, '2024-02-01T10:00:00Z');
  const { total_return, sharpe_ratio, max_drawdown, average_exposure, turnover_per_year } = result.statistics;
  expect(random_portfolios.figures?.strategy).toEqual({
    total_return,
    sharpe_ratio,
    max_drawdown,
    average_exposure,
    turnover_per_year,
  });
  // A portfolio that is simulated as the run was pays what it paid: without costs or band turnover and return differ.
  const turnover = random_portfolios.figures?.random.turnover_per_year?.p50 ?? 0;
  expect(Math.abs(turnover / turnover_per_year - 1)).toBeLessThan(0.1);
  expect(bootstrap.figures?.bands.portfolio.at(-1)).toBe(result.statistics.final_value);
  expect(born_on.after?.end).toBe(result.statistics.end);
  expect(born_on.after?.start).toBe('2024-02-02T00:00:00.000Z');
  const [before, after] = [born_on.before?.total_return ?? 0, born_on.after?.total_return ?? 0];
  expect((1 + before) * (1 + after) - 1).toBeCloseTo(total_return, 12);
});
