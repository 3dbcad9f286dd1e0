// Axes: where values lie, and which round values are named.
import { describe, expect, it } from 'vitest';
import {
  dateLabel,
  decimal,
  money,
  moneyScale,
  percent,
  shareScale,
  signedPercent,
  timeScale,
} from './chart-scale.ts';

const labels = (scale: { ticks: readonly { label: string }[] }) => scale.ticks.map(({ label }) => label);
const DAY = 86_400_000;

describe('a money scale', () => {
  it('is linear within a decade, with room above and below', () => {
    const scale = moneyScale(9_400, 12_600, 400);
    expect(scale.logarithmic).toBe(false);
    expect(scale.position(9_400)).toBeLessThan(400);
    expect(scale.position(12_600)).toBeGreaterThan(0);
    expect(scale.position(11_000)).toBeCloseTo(200, 9);
    expect(labels(scale)).toEqual(['9,500', '10,000', '10,500', '11,000', '11,500', '12,000', '12,500']);
  });

  it('is logarithmic beyond a decade: equal factors are equal heights', () => {
    const scale = moneyScale(8_000, 600_000, 400);
    expect(scale.logarithmic).toBe(true);
    const step = scale.position(10_000) - scale.position(20_000);
    expect(scale.position(100_000) - scale.position(200_000)).toBeCloseTo(step, 9);
    expect(labels(scale)).toEqual(['10,000', '20,000', '50,000', '100,000', '200,000', '500,000']);
  });

  it('thins out its ticks over many decades', () => {
    expect(labels(moneyScale(9_000, 4e6, 400))).toEqual([
      '10,000',
      '30,000',
      '100,000',
      '300,000',
      '1M',
      '3M',
    ]);
    expect(labels(moneyScale(9_000, 4e9, 400))).toEqual(['10,000', '100,000', '1M', '10M', '100M', '1B']);
  });

  it('puts a wiped-out portfolio at the bottom, and copes with a curve that never moves', () => {
    const wiped = moneyScale(0, 10_000, 400);
    expect(wiped.position(0)).toBe(wiped.position(1));
    expect(wiped.position(0)).toBeLessThanOrEqual(400);
    expect(moneyScale(10_000, 10_000, 400).position(10_000)).toBeCloseTo(200, 9);
  });
});

describe('a share scale', () => {
  it('hangs from 0', () => {
    const scale = shareScale(-0.5, 100);
    expect(scale.position(0)).toBe(0);
    expect(scale.position(-0.5)).toBeLessThan(100);
    expect(labels(scale)).toEqual(['−40\u202F%', '−20\u202F%', '0\u202F%']);
  });

  it('has a height even when there was no drawdown', () => {
    expect(shareScale(0, 100).position(0)).toBe(0);
  });
});

describe('a time scale', () => {
  const over = (start: string, days: number) =>
    labels(timeScale(Date.parse(start), Date.parse(start) + days * DAY, 1000));

  it('names years, and months between them, when it spans years', () => {
    expect(over('2020-01-01', 2106)).toEqual([
      '2020',
      'Jul',
      '2021',
      'Jul',
      '2022',
      'Jul',
      '2023',
      'Jul',
      '2024',
      'Jul',
      '2025',
      'Jul',
    ]);
    expect(over('2024-10-08', 365)).toEqual(['Nov', '2025', 'Mar', 'May', 'Jul', 'Sep']);
  });

  it('names days when it spans weeks, and hours when it spans a day', () => {
    expect(over('2025-06-23', 9)).toEqual([
      '23 Jun',
      '24 Jun',
      '25 Jun',
      '26 Jun',
      '27 Jun',
      '28 Jun',
      '29 Jun',
      '30 Jun',
      '1 Jul',
      '2 Jul',
    ]);
    expect(over('2025-06-23', 1)).toEqual([
      '23 Jun',
      '03:00',
      '06:00',
      '09:00',
      '12:00',
      '15:00',
      '18:00',
      '21:00',
      '24 Jun',
    ]);
  });

  it('never names more than fit', () => {
    for (let days = 1; days < 6000; days = Math.ceil(days * 1.3)) {
      expect(over('2020-01-01', days).length).toBeLessThanOrEqual(14);
      expect(over('2020-01-01', days).length).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('a label', () => {
  it('shortens money from a million on', () => {
    expect([0, 0.1234, 9.5, 10_538.4, 1_234_567].map(money)).toEqual([
      '0',
      '0.1234',
      '9.5',
      '10,538',
      '1.23M',
    ]);
  });

  it('shows a share in percent, with two decimals as on the screen, unless it is huge', () => {
    expect([0.0538, -0.7863, 1.352, 139.9556, -0.000001].map(percent)).toEqual([
      '5.38\u202F%',
      '−78.63\u202F%',
      '135.20\u202F%',
      '13,996\u202F%',
      '0.00\u202F%',
    ]);
    expect([0.1, -0.1, 0].map(signedPercent)).toEqual(['+10.00\u202F%', '−10.00\u202F%', '0.00\u202F%']);
  });

  it('shows a dash for what is undefined', () => {
    expect([percent(null), signedPercent(null), decimal(null)]).toEqual(['—', '—', '—']);
  });

  it('dates in UTC', () => {
    expect(dateLabel(Date.UTC(2025, 9, 7, 23, 59))).toBe('7 Oct 2025');
  });
});
