// Months, quarters, years and the spans up to the end, on a curve that is known on every day.
import { describe, expect, it } from 'vitest';
import { calendarReturns } from './calendar-returns.ts';
import { periodReturns } from './period-returns.ts';

const DAY = 86_400_000;

/** From `start` on, worth `valueOn(day)` at the close of each day (or week); 100 before that. */
const calendarOf = (start: string, bars: number, valueOn: (day: string) => number, barMs = DAY) => {
  const openTimes = Float64Array.from({ length: bars }, (_, bar) => Date.parse(start) + bar * barMs);
  const value = openTimes.map((ms) => valueOn(new Date(ms + barMs - 1).toISOString().slice(0, 10)));
  return calendarReturns(periodReturns(openTimes, barMs, value, 100), 100);
};

/** Worth 110 from February 2023 on, 99 from March on, 198 from February 2024 on. */
const steps = (day: string) =>
  day < '2023-02-01' ? 100 : day < '2023-03-01' ? 110 : day < '2024-02-01' ? 99 : 198;

describe('months and years', () => {
  const found = calendarOf('2023-01-16', 441, steps);

  it('stand in a table by year, null outside the run', () => {
    const rounded = found.monthly_returns.map(({ year, months, total }) => [
      year,
      ...months.map((month) => month && Number(month.toFixed(12))),
      Number(total.toFixed(12)),
    ]);
    expect(rounded).toEqual([
      [2023, 0, 0.1, -0.1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -0.01],
      [2024, 0, 1, 0, null, null, null, null, null, null, null, null, null, 1],
    ]);
  });

  it('are summed up', () => {
    expect(found.best_month).toBeCloseTo(1, 12);
    expect(found.worst_month).toBeCloseTo(-0.1, 12);
    expect(found.average_up_month).toBeCloseTo(0.55, 12);
    expect(found.average_down_month).toBeCloseTo(-0.1, 12);
    expect(found.monthly_win_rate).toBeCloseTo(2 / 3, 12);
    expect(found.monthly_gain_to_pain_ratio).toBeCloseTo(10, 9);
    expect(found.quarterly_win_rate).toBe(0.5);
    expect(found.yearly_win_rate).toBe(0.5);
    expect(found.best_year).toBeCloseTo(1, 12);
    expect(found.worst_year).toBeCloseTo(-0.01, 12);
  });

  it('grow as fast as the run did, on the whole', () => {
    expect((1 + found.expected_daily_return) ** 441).toBeCloseTo(1.98, 9);
    expect((1 + found.expected_monthly_return) ** 15).toBeCloseTo(1.98, 9);
    expect((1 + found.expected_yearly_return) ** 2).toBeCloseTo(1.98, 9);
  });

  it('belong to the month in which a week ends', () => {
    const weekly = calendarOf('2024-01-29', 2, (day) => (day < '2024-02-05' ? 150 : 300), 7 * DAY);
    expect(weekly.monthly_returns).toEqual([
      { year: 2024, months: [null, 2, ...Array(10).fill(null)], total: 2 },
    ]);
  });

  it('say nothing of months with a loss when there was none', () => {
    const rising = calendarOf('2024-01-01', 31, () => 110);
    expect(rising).toMatchObject({ average_down_month: null, monthly_gain_to_pain_ratio: null });
    expect(calendarOf('2024-01-01', 31, () => 100).monthly_win_rate).toBeNull();
  });
});

describe('spans up to the end', () => {
  /** Worth the days since 2020 began. */
  const aging = (day: string) => (Date.parse(day) - Date.parse('2020-01-01')) / DAY;
  const since = (end: string, start: string) => aging(end) / aging(start) - 1;

  it('begin at the close of the same day of an earlier month', () => {
    const { trailing_returns } = calendarOf('2020-06-01', 1550, aging);
    const end = '2024-08-28';
    expect(trailing_returns).toMatchObject({
      month_to_date: since(end, '2024-07-31'),
      year_to_date: since(end, '2023-12-31'),
      three_months: since(end, '2024-05-28'),
      six_months: since(end, '2024-02-28'),
      one_year: since(end, '2023-08-28'),
      five_years_annualized: null,
    });
    expect(trailing_returns.three_years_annualized).toBeCloseTo(
      (aging(end) / aging('2021-08-28')) ** (1 / 3) - 1,
      12,
    );
  });

  it('begin on the last day of a month that is too short', () => {
    const { trailing_returns } = calendarOf('2023-01-01', 516, aging);
    expect(trailing_returns.three_months).toBe(since('2024-05-30', '2024-02-29'));
  });

  it('may reach back to the starting capital, but no further', () => {
    const full = calendarOf('2023-05-30', 366, aging).trailing_returns;
    expect(full.one_year).toBeCloseTo(aging('2024-05-29') / 100 - 1, 12);
    const short = calendarOf('2023-05-31', 365, aging).trailing_returns;
    expect(short).toMatchObject({ one_year: null, six_months: expect.any(Number) });
  });

  it('to date are cut short by the start of the run, and null after a wipe-out', () => {
    const young = calendarOf('2024-05-10', 5, () => 130).trailing_returns;
    expect(young.month_to_date).toBeCloseTo(0.3, 12);
    expect(young.year_to_date).toBeCloseTo(0.3, 12);
    expect(young.three_months).toBeNull();
    expect(calendarOf('2024-04-10', 60, () => 0).trailing_returns.month_to_date).toBeNull();
  });
});
