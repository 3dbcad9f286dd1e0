// Days of gain and loss, worked out by hand.
import { describe, expect, it } from 'vitest';
import { gainsAndLosses } from './gains-and-losses.ts';

const of = (...returns: number[]) => gainsAndLosses(Float64Array.from(returns), 1.5);

describe('gains and losses', () => {
  const found = of(0.04, 0.02, 0, 0.03, -0.01, -0.02);

  it('are counted without the days that have no change', () => {
    expect(found.win_rate).toBe(0.6);
    expect(found.average_winning_day).toBeCloseTo(0.03, 12);
    expect(found.average_losing_day).toBeCloseTo(-0.015, 12);
    expect(found.daily_expectancy).toBeCloseTo(0.6 * 0.03 - 0.4 * 0.015, 12);
  });

  it('are weighed against each other', () => {
    expect(found.daily_profit_factor).toBeCloseTo(3, 12);
    expect(found.daily_payoff_ratio).toBeCloseTo(2, 12);
    expect(found.daily_kelly_criterion).toBeCloseTo(0.6 - 0.4 / 2, 12);
    expect(found.daily_gain_to_pain_ratio).toBeCloseTo(2, 12);
    expect(found.daily_cpc_index).toBeCloseTo(3 * 0.6 * 2, 12);
    expect(found.daily_common_sense_ratio).toBeCloseTo(3 * 1.5, 12);
  });

  it('continue until a day of another kind', () => {
    expect(found).toMatchObject({ max_consecutive_winning_days: 2, max_consecutive_losing_days: 2 });
    expect(of(0, 0)).toMatchObject({ max_consecutive_winning_days: 0, max_consecutive_losing_days: 0 });
  });

  it('say nothing of losses that never came, nor of gains', () => {
    const nothing = { daily_profit_factor: null, daily_payoff_ratio: null, daily_kelly_criterion: null };
    expect(of(0.01, 0.02)).toMatchObject({ ...nothing, average_losing_day: null, win_rate: 1 });
    expect(of(0.01, 0.02).daily_expectancy).toBeCloseTo(0.015, 12);
    expect(of(-0.01)).toMatchObject({ average_winning_day: null, daily_kelly_criterion: null, win_rate: 0 });
    expect(of(-0.01).daily_profit_factor).toBe(0);
    expect(of(0, 0)).toMatchObject({ ...nothing, win_rate: null, daily_expectancy: null });
  });
});
