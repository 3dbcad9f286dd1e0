// Numbers on the screen: exact digits, signs where they matter, a dash where there is no number.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  counted,
  credits,
  dataNumber,
  kilobytes,
  lastDay,
  money,
  percent,
  ratio,
  shortDate,
  signedPercent,
  wholeNumber,
} from './format.ts';

describe('numbers', () => {
  test('each kind has its digits', () => {
    expect(percent(0.123456)).toBe('12.35%');
    expect(signedPercent(0.5)).toBe('+50.00%');
    expect(signedPercent(-0.5)).toBe('-50.00%');
    expect(signedPercent(0)).toBe('0.00%');
    expect(ratio(1.005)).toBe('1.01');
    expect(dataNumber(1234.56789)).toBe('1,234.5679');
    expect(credits(9999.999999)).toBe('9,999.999999');
    expect(money(10_000)).toBe('10,000.00 USDT');
    expect(kilobytes(1536)).toBe('1.5 KB');
  });

  test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 'text'])('%s is a dash', (value) => {
    expect([percent(value), ratio(value), money(value), dataNumber(value)]).toEqual(['—', '—', '—', '—']);
  });
});

test('dates are UTC days', () => {
  expect(shortDate('2025-10-08')).toBe('8 Oct 2025');
  expect(shortDate('soon')).toBe('—');
});

test('the end of a span is the day before the midnight at which it ends', () => {
  expect(lastDay('2025-10-09T00:00:00.000Z')).toBe('8 Oct 2025');
  expect(lastDay('2025-10-08T20:00:00.000Z')).toBe('8 Oct 2025');
  expect(lastDay('never')).toBe('—');
});

test('what is counted has its noun', () => {
  expect([counted(1, 'day', 'days'), counted(1_000, 'day', 'days')]).toEqual(['1 day', '1,000 days']);
});

const oracle = new Intl.NumberFormat('en-US', { maximumFractionDigits: 0, signDisplay: 'negative' });
const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

test('whole numbers and days are written as the formatters write them', () => {
  const numbers = fc.oneof(
    fc.double({ noNaN: true, min: -(2 ** 50), max: 2 ** 50 }),
    fc.double({ noNaN: true, min: -2_000, max: 2_000 }),
    fc.integer(),
  );
  fc.assert(fc.property(numbers, (value) => wholeNumber(value) === oracle.format(value)));
  const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(fc.property(dates, (date) => shortDate(date.toISOString()) === day.format(date)));
});
