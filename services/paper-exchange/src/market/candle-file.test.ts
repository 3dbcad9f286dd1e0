// Candle files are read exactly, and a damaged one is refused.
import { expect, test } from 'vitest';
import { parseCandles } from './candle-file.ts';
import { readCandle } from './hourly-candles.ts';
import { HOUR_MS } from './intervals.ts';
import { type Market, marketOf } from './markets.ts';

const market = marketOf('BTCUSDT') as Market;
const HEADER = 'timestamp,open,high,low,close,volume\n';
const FIRST = Date.UTC(2024, 0, 1);
const line = (hour: number, rest = '42283.58,42554.57,42261.02,42475.23,1271.68108') =>
  `${FIRST + hour * HOUR_MS},${rest}\n`;
const parse = (text: string) => parseCandles(Buffer.from(text), market);

test('prices and volumes become exact whole numbers of their finest unit', () => {
  const candles = parse(HEADER + line(0) + line(1, '1,2.5,0.10,1.0,0'));
  expect(candles.firstHour).toBe(FIRST / HOUR_MS);
  expect(readCandle(candles, FIRST / HOUR_MS)).toEqual({
    open: 4_228_358,
    high: 4_255_457,
    low: 4_226_102,
    close: 4_247_523,
    volume: 1_271_681_080,
  });
  expect(readCandle(candles, FIRST / HOUR_MS + 1)).toEqual({
    open: 100,
    high: 250,
    low: 10,
    close: 100,
    volume: 0,
  });
});

test('an hour without a line has no candle', () => {
  const candles = parse(HEADER + line(0) + line(3));
  expect(candles.length).toBe(4);
  expect(readCandle(candles, FIRST / HOUR_MS + 2)).toBeUndefined();
  expect(readCandle(candles, FIRST / HOUR_MS + 4)).toBeUndefined();
});

test.each([
  ['another header', `time,open\n${line(0)}`],
  ['no candle', HEADER],
  ['a line twice', HEADER + line(0) + line(0)],
  ['time running backwards', HEADER + line(0) + line(2) + line(1) + line(3)],
  ['a time between hours', `${HEADER}${line(0)}${FIRST + HOUR_MS + 1},1,1,1,1,1\n${line(2)}`],
  ['a missing field', HEADER + line(0) + line(1, '1,1,1,1') + line(2)],
  ['an empty field', HEADER + line(0, '1,,1,1,1')],
  ['letters', HEADER + line(0, '1,1,NaN,1,1')],
  ['a negative price', HEADER + line(0, '1,1,-1,1,1')],
  ['more decimals than the market has', HEADER + line(0, '1,1,1,1.001,1')],
  ['a line cut off', (HEADER + line(0)).slice(0, -1)],
])('%s is refused', (_what, text) => {
  expect(() => parse(text)).toThrow('candles of BTCUSDT');
});
