// The statistics of curves worked out by hand, and null where nothing can be said.
import { describe, expect, it } from 'vitest';
import { holdBasketValue, holdValue } from './benchmark.ts';
import { simulate } from './simulate.ts';
import { computeStatistics, type StatisticsInput, withTrials } from './statistics.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const START = Date.UTC(2024, 0, 1);

/** Statistics of one coin held at `weight` from the first open (price 100) through the given closes. */
const heldThrough = (
  closes: number[],
  { barMs = DAY, weight = 1, feeRate = 0, benchmark = [] as number[] } = {},
  more: Partial<StatisticsInput> = {},
) => {
  const bars = closes.length;
  const simulation = simulate({
    bars,
    coins: 1,
    open: Float64Array.from(closes, (_, bar) => closes[bar - 1] ?? 100),
    close: Float64Array.from(closes),
    targets: new Float64Array(bars).fill(Number.NaN).fill(weight, 0, 1),
    startingCapital: 10_000,
    feeRate,
  });
  return computeStatistics({
    openTimes: Float64Array.from(closes, (_, bar) => START + bar * barMs),
    barMs,
    startingCapital: 10_000,
    simulation,
    benchmark: benchmark.length
      ? { name: 'BTC', value: holdValue(100, Float64Array.from(benchmark), 10_000) }
      : null,
    ...more,
  });
};

describe('a run', () => {
  it('is dated from its first open to its last close', () => {
    const found = heldThrough([100, 110, 121]);
    expect(found).toMatchObject({
      start: '2024-01-01T00:00:00.000Z',
      end: '2024-01-04T00:00:00.000Z',
      bars: 3,
    });
    expect(found).toMatchObject({ initial_value: 10_000, periods_per_year: 365, risk_free_rate: 0 });
  });

  it('states growth, the worst fall and how long it lasted', () => {
    const found = heldThrough([110, 88, 99, 110, 132]);
    expect(found.final_value).toBeCloseTo(13_200, 9);
    expect(found.total_return).toBeCloseTo(0.32, 12);
    expect(found.cagr).toBeCloseTo(1.32 ** 73 - 1, 0);
    expect(found.max_drawdown).toBeCloseTo(-0.2, 12);
    expect(found.max_drawdown_duration_days).toBe(3);
    expect(found.calmar_ratio).toBeCloseTo((found.cagr as number) / 0.2, 3);
    expect(found.best_day).toBeCloseTo(0.2, 12);
    expect(found.worst_day).toBeCloseTo(-0.2, 12);
    expect(found.win_rate).toBe(0.8);
  });

  it('counts a fall from the starting capital, and one that is not over yet', () => {
    const found = heldThrough([90, 80, 95]);
    expect(found.max_drawdown).toBeCloseTo(-0.2, 12);
    expect(found.max_drawdown_duration_days).toBe(3);
  });

  it('states what trading cost and how much was traded', () => {
    const found = heldThrough([100, 100], { weight: 0.5, feeRate: 0.01 });
    expect(found).toMatchObject({
      fees_paid: 50,
      turnover: 0.5,
      turnover_per_year: 91.25,
      turnover_per_rebalance: 0.5,
      rebalances: 1,
      fills: 1,
      fees_to_initial_value: 0.005,
    });
    expect(found).toMatchObject({ time_in_market: 1 });
    expect(found.average_exposure).toBeCloseTo(5000 / 9950, 12);
    expect(found.max_exposure).toBeCloseTo(5000 / 9950, 12);
  });
});

describe('shorter and longer bars', () => {
  const hourly = Array.from({ length: 72 }, (_, hour) => 100 + 10 * Math.sin(hour));
  const daily = [23, 47, 71].map((hour) => hourly[hour] as number);

  it('of an hour give the ratios of the days they make up, but see the falls within a day', () => {
    const { sharpe_ratio, sortino_ratio, volatility, cagr, omega, ulcer_index, best_day, ...rest } =
      heldThrough(daily);
    const found = heldThrough(hourly, { barMs: HOUR });
    expect(found).toMatchObject({
      sharpe_ratio,
      sortino_ratio,
      volatility,
      cagr,
      omega,
      ulcer_index,
      best_day,
    });
    expect(found.max_drawdown).toBeLessThan(rest.max_drawdown);
  });

  it('of a week are annualized by 52', () => {
    const found = heldThrough([110, 99, 120], { barMs: 7 * DAY });
    expect(found.periods_per_year).toBe(52);
    const daily = heldThrough([110, 99, 120]);
    expect(found.volatility).toBeCloseTo((daily.volatility as number) * Math.sqrt(52 / 365), 9);
  });

  it('that stop within a day count that day up to its last bar', () => {
    expect(heldThrough(hourly.slice(0, 30), { barMs: HOUR }).win_rate).not.toBeNull();
    expect(heldThrough(hourly.slice(0, 24), { barMs: HOUR }).volatility).toBeNull();
  });
});

describe('what has no value', () => {
  it('is null for a single bar', () => {
    const found = heldThrough([110]);
    const undefinedFor = Object.entries(found).filter(([, value]) => value === null);
    expect(undefinedFor.map(([name]) => name)).toEqual([
      'cagr',
      'volatility',
      'sharpe_ratio',
      'sortino_ratio',
      'calmar_ratio',
      'probabilistic_sharpe_ratio',
      'trials',
      'deflated_sharpe_ratio',
      'minimum_track_record_length',
      'omega',
      'skewness',
      'kurtosis',
      'var_95',
      'cvar_95',
      'normal_var_95',
      'normal_cvar_95',
      'tail_ratio',
      'average_drawdown',
      'average_drawdown_days',
      'ulcer_index',
      'ulcer_performance_index',
      'serenity_index',
      'recovery_factor',
      'average_losing_day',
      'daily_profit_factor',
      'daily_payoff_ratio',
      'daily_kelly_criterion',
      'daily_cpc_index',
      'daily_common_sense_ratio',
      'daily_gain_to_pain_ratio',
      'average_down_month',
      'monthly_gain_to_pain_ratio',
      'gross_cagr',
      'fee_drag',
      'herfindahl_index',
      'effective_number_of_coins',
      'alpha',
      'beta',
      'correlation',
      'r_squared',
      'information_ratio',
      'tracking_error',
      'treynor_ratio',
      'benchmark',
      'basket',
      'relative_to_basket',
      'positions',
      'coins',
    ]);
  });

  it('is null for the shape of too few days', () => {
    expect(heldThrough([110, 99])).toMatchObject({ skewness: null, kurtosis: null });
    expect(heldThrough([110, 99, 120])).toMatchObject({ skewness: expect.any(Number), kurtosis: null });
    expect(heldThrough([110, 99, 120, 118])).toMatchObject({ kurtosis: expect.any(Number) });
  });

  it('is null for a run that stays in USDT, though its volatility is 0', () => {
    const found = heldThrough([110, 120, 130, 140], { weight: 0, benchmark: [110, 120, 130, 140] });
    expect(found).toMatchObject({ total_return: 0, cagr: 0, volatility: 0, max_drawdown: 0, rebalances: 0 });
    expect(found).toMatchObject({ sharpe_ratio: null, sortino_ratio: null, calmar_ratio: null, omega: null });
    expect(found).toMatchObject({ win_rate: null, skewness: null, kurtosis: null, time_in_market: 0 });
    expect(found).toMatchObject({ alpha: 0, beta: 0, correlation: null });
  });

  it('is null for ratios to a loss that never happened', () => {
    expect(heldThrough([101, 102.5, 104])).toMatchObject({
      sortino_ratio: null,
      calmar_ratio: null,
      omega: null,
    });
  });

  it('is null for a growth rate too large to be a number', () => {
    expect(heldThrough([1e5, 1e9], { barMs: HOUR * 24 }).cagr).toBeNull();
  });

  it('is complete after a wipe-out', () => {
    const found = heldThrough([50, 0, 0, 0]);
    expect(found).toMatchObject({
      total_return: -1,
      cagr: -1,
      max_drawdown: -1,
      calmar_ratio: -1,
      worst_day: -1,
    });
    expect(JSON.stringify(found)).not.toContain('NaN');
  });

  it('is an error for a run without bars', () => {
    expect(() => heldThrough([])).toThrow(new RangeError('a run without bars has no statistics'));
  });
});

describe('a benchmark', () => {
  it('is the same capital in the coin since the first open', () => {
    const { benchmark } = heldThrough([100, 100], { benchmark: [150, 120] });
    expect(benchmark).toMatchObject({ name: 'BTC', final_value: 12_000 });
    expect(benchmark?.max_drawdown).toBeCloseTo(-0.2, 12);
    expect(benchmark?.total_return).toBeCloseTo(0.2, 12);
  });

  it('that is the strategy itself has beta 1 and no difference', () => {
    const closes = [110, 99, 120, 118];
    const found = heldThrough(closes, { benchmark: closes });
    expect(found.beta).toBeCloseTo(1, 12);
    expect(found.correlation).toBeCloseTo(1, 12);
    expect(found.alpha).toBeCloseTo(0, 9);
    expect(found.tracking_error).toBeCloseTo(0, 12);
    expect(found.information_ratio).toBeNull();
  });

  it('of half the moves has beta 2 to a strategy without drift', () => {
    const found = heldThrough([110, 99], { benchmark: [105, 99.75] });
    expect(found.beta).toBeCloseTo(2, 12);
    expect(found.alpha).toBeCloseTo(0, 9);
  });
});

describe('a basket', () => {
  const basket = holdBasketValue(Float64Array.of(100, 20), Float64Array.of(150, 20, 50, 30), 10_000);

  it('is the same capital in equal parts of all coins since the first open, never rebalanced', () => {
    expect([...basket]).toEqual([12_500, 10_000]);
    const found = heldThrough([100, 100], {}, { basket: { name: 'Basket', value: basket } });
    expect(found.basket).toMatchObject({ name: 'Basket', final_value: 10_000, total_return: 0 });
    expect(found.basket?.max_drawdown).toBeCloseTo(-0.2, 12);
    expect(found).toMatchObject({ benchmark: null, beta: null });
  });

  it('has relations of its own', () => {
    const value = Float64Array.from([110, 99, 120, 118], (close) => close * 100);
    const found = heldThrough([110, 99, 120, 118], {}, { basket: { name: 'Basket', value } });
    expect(found.relative_to_basket?.beta).toBeCloseTo(1, 12);
    expect(found.relative_to_basket?.r_squared).toBeCloseTo(1, 12);
    expect(found.relative_to_basket?.treynor_ratio).toBeCloseTo(found.cagr as number, 3);
  });

  it('of one coin is that coin held', () => {
    const close = Float64Array.of(101, 99, 123);
    expect(holdBasketValue(Float64Array.of(97), close, 10_000)).toEqual(holdValue(97, close, 10_000));
  });
});

describe('what a run alone does not show', () => {
  it('is what its fees cost a year, from the same targets without fees', () => {
    const days = new Array<number>(365).fill(100);
    const found = heldThrough(days, { feeRate: 0.01, weight: 0.5 }, { grossFinalValue: 10_000 });
    expect(found.gross_cagr).toBeCloseTo(0, 12);
    expect(found.fee_drag).toBeCloseTo(0.005, 12);
  });

  it('is how many were tried before: the more, the less it proves', () => {
    const closes = Array.from({ length: 200 }, (_, day) => 100 + day / 5 + 6 * Math.sin(day * 2));
    const statistics = heldThrough(closes);
    expect(statistics).toMatchObject({ trials: null, deflated_sharpe_ratio: null });
    const alone = statistics.probabilistic_sharpe_ratio as number;
    const among = (count: number) =>
      withTrials(statistics, { count, variance: 0.001 }).deflated_sharpe_ratio as number;
    expect(withTrials(statistics, { count: 3, variance: 0.001 }).trials).toBe(3);
    expect(among(1)).toBeCloseTo(alone, 12);
    expect(among(3)).toBeLessThan(alone);
    expect(among(50)).toBeLessThan(among(3));
  });
});
