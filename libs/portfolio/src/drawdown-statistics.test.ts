// Drawdowns with their dates, on curves that can be followed by hand.
import { describe, expect, it } from 'vitest';
import { drawdownSeries } from './drawdown.ts';
import { drawdownStatistics } from './drawdown-statistics.ts';
import { periodReturns } from './period-returns.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** Closes from 1 May 2024 on, of a capital of 100. */
const drawdownsOf = (closes: number[], barMs = DAY) => {
  const openTimes = Float64Array.from(closes, (_, bar) => Date.UTC(2024, 4, 1) + bar * barMs);
  const value = Float64Array.from(closes);
  return drawdownStatistics({
    drawdown: drawdownSeries(value, 100),
    openTimes,
    barMs,
    startingCapital: 100,
    periods: periodReturns(openTimes, barMs, value, 100),
  });
};

describe('drawdowns', () => {
  const found = drawdownsOf([90, 100, 110, 88, 99, 110, 120, 60, 90]);

  it('are dated by the days of peak, trough and recovery, the deepest first', () => {
    const dated = found.worst_drawdowns.map(({ depth, ...dates }) => ({
      ...dates,
      depth: Number(depth.toFixed(12)),
    }));
    expect(dated).toEqual([
      { peak: '2024-05-07', trough: '2024-05-08', recovery: null, depth: -0.5, days: 2 },
      { peak: '2024-05-03', trough: '2024-05-04', recovery: '2024-05-06', depth: -0.2, days: 3 },
      { peak: '2024-05-01', trough: '2024-05-01', recovery: '2024-05-02', depth: -0.1, days: 2 },
    ]);
  });

  it('are given as averages, as shares of time and in relation to the gains', () => {
    expect(found.average_drawdown).toBeCloseTo(-0.8 / 3, 12);
    expect(found.average_drawdown_days).toBeCloseTo(7 / 3, 12);
    expect(found.max_drawdown_duration_days).toBe(3);
    expect(found.time_in_drawdown).toBeCloseTo(5 / 9, 12);
    const returns = [-0.1, 10 / 90, 0.1, -0.2, 0.125, 11 / 99, 10 / 110, -0.5, 0.5];
    const total = returns.reduce((sum, value) => sum + value, 0);
    expect(found.recovery_factor).toBeCloseTo(total / 0.5, 12);
    const ulcer = Math.sqrt((0.1 ** 2 + 0.2 ** 2 + 0.1 ** 2 + 0.5 ** 2 + 0.25 ** 2) / 8);
    expect(found.ulcer_index).toBeCloseTo(ulcer, 12);
    expect(found.ulcer_performance_index).toBeCloseTo(-0.1 / ulcer, 12);
  });

  it('are the five deepest of many', () => {
    const falls = Array.from({ length: 8 }, (_, at) => [100, 99 - at]).flat();
    expect(drawdownsOf(falls).worst_drawdowns.map(({ depth }) => Math.round(depth * 100))).toEqual([
      -8, -7, -6, -5, -4,
    ]);
  });

  it('within a day show when bars are shorter, but leave the daily statistics unchanged', () => {
    const hourly = drawdownsOf([...Array(12).fill(80), ...Array(12).fill(120)], HOUR);
    expect(hourly.worst_drawdowns).toEqual([
      {
        peak: '2024-05-01',
        trough: '2024-05-01',
        recovery: '2024-05-01',
        depth: expect.closeTo(-0.2, 12),
        days: 13 / 24,
      },
    ]);
    expect(hourly).toMatchObject({ average_drawdown: null, time_in_drawdown: 0.5, ulcer_index: null });
  });

  it('that never happened leave nothing to divide by', () => {
    expect(drawdownsOf([100, 101, 103])).toMatchObject({
      worst_drawdowns: [],
      max_drawdown_duration_days: 0,
      average_drawdown: null,
      average_drawdown_days: null,
      time_in_drawdown: 0,
      ulcer_performance_index: null,
      serenity_index: null,
      recovery_factor: null,
    });
  });

  it('of a losing run leave a negative recovery factor', () => {
    expect(drawdownsOf([90, 81]).recovery_factor).toBeCloseTo(-0.2 / 0.19, 12);
  });
});
