// Numbers on the screen: exact digits, signs where they matter, a dash where there is no number.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  alignedNumber,
  barTime,
  counted,
  credits,
  dataNumber,
  dateTime,
  dollars,
  figuresInSentence,
  figuresWritten,
  fineNumber,
  heatNumber,
  isLoss,
  kilobytes,
  lastDay,
  money,
  percent,
  percentsWritten,
  ratio,
  shortDate,
  signedCredits,
  signedPercent,
  wholeNumber,
} from './format.ts';

describe('numbers', () => {
  // spec: results.34
  test('each kind has its digits', () => {
    expect(percent(0.123456)).toBe('12.35\u202F%');
    expect(signedPercent(0.5)).toBe('+50.00\u202F%');
    expect(signedPercent(-0.5)).toBe('−50.00\u202F%');
    expect(signedPercent(0)).toBe('0.00\u202F%');
    expect(ratio(1.005)).toBe('1.01');
    expect(dataNumber(1234.56789)).toBe('1,234.5679');
    expect(credits(9999.999999)).toBe('9,999.999999');
    expect(money(10_000)).toBe('10,000.00 USDT');
    expect(kilobytes(1536)).toBe('1.5 KB');
    expect(heatNumber(0.0456)).toBe('+4.6');
    expect(signedCredits(-0.25)).toBe('−0.25');
    expect(dollars(1_000)).toBe('$1,000.00');
    expect(alignedNumber(-0.5, 4)).toBe('−0.5000');
  });

  test('below zero have the minus sign, as far as anything is left of them', () => {
    const all = [wholeNumber, ratio, dataNumber, fineNumber, credits, money, percent, heatNumber];
    expect(all.map((write) => write(-1_234.5))).toEqual([
      ...['−1,235', '−1,234.50', '−1,234.5', '−1,234.5', '−1,234.5', '−1,234.50 USDT'],
      ...['−123,450.00\u202F%', '−123,450.0'],
    ]);
    expect([wholeNumber(-0.2), ratio(-0.001), percent(-1e-9), heatNumber(-0.0002)]).toEqual([
      '0',
      '0.00',
      '0.00\u202F%',
      '0.0',
    ]);
  });

  test('are losses where they are money or a return', () => {
    expect([isLoss(money(-1)), isLoss(percent(-0.1)), isLoss(ratio(-0.5)), isLoss(percent(0.1))]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('of the server get our minus, separators and percent sign', () => {
    expect(['-1234.50', '0.05', 'BTC', '2025-01-01'].map(figuresWritten)).toEqual([
      '−1,234.50',
      '0.05',
      'BTC',
      '2025-01-01',
    ]);
    expect(percentsWritten('BTC made 81 % of it')).toBe('BTC made 81\u202F% of it');
  });

  test.each([null, undefined, Number.NaN, Number.POSITIVE_INFINITY, 'text'])('%s is a dash', (value) => {
    expect([percent(value), ratio(value), money(value), dataNumber(value)]).toEqual(['—', '—', '—', '—']);
  });
});

test('dates are UTC days', () => {
  expect(shortDate('2025-10-08')).toBe('8 Oct 2025');
  expect(shortDate('soon')).toBe('—');
  expect(barTime(Date.UTC(2025, 8, 8, 6, 5))).toBe('8 Sep 2025, 06:05');
});

test('an instant is in the time of its reader, on a clock of 24 hours', () => {
  expect(dateTime(new Date(2025, 9, 8, 18, 40).getTime())).toBe('8 Oct 2025, 18:40');
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

test('whole numbers and days are written as the formatters write them, with our minus and months', () => {
  const numbers = fc.oneof(
    fc.double({ noNaN: true, min: -(2 ** 50), max: 2 ** 50 }),
    fc.double({ noNaN: true, min: -2_000, max: 2_000 }),
    fc.integer(),
  );
  fc.assert(fc.property(numbers, (value) => wholeNumber(value) === oracle.format(value).replace('-', '−')));
  const dates = fc.date({ min: new Date('1970-01-01'), max: new Date('2199-12-31'), noInvalidDate: true });
  fc.assert(
    fc.property(dates, (date) => shortDate(date.toISOString()) === day.format(date).replace('Sept', 'Sep')),
  );
});

test('the figures of a sentence have our minus and separators', () => {
  expect(
    figuresInSentence('Total return -1234.50 %, Sharpe ratio -0.20; 3 rebalances since 2024-03-01.'),
  ).toBe('Total return −1,234.50\u202F%, Sharpe ratio −0.20; 3 rebalances since 2024-03-01.');
});
