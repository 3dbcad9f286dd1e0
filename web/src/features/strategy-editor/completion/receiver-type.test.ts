// Completion after a dot depends on the expression before it, judged by the code alone.
import { describe, expect, test } from 'vitest';
import { expressionBefore, typeOf } from './receiver-type.ts';

const CODE = `import numpy as np
import pandas
import math
from tradeium_strategy import macd, rsi

def strategy(candles, settings):
    close = candles.close
    daily = candles.resample("1d")  # longer bars
    lines = macd(close, 12, 26)
    strength = rsi(close) > 50
    one = one
`;

test.each([
  ['weights = candles', 'candles'],
  ['f(candles.close', 'candles.close'],
  ['x = candles.resample("1d").close', 'candles.resample("1d").close'],
  ['(a + b)', '(a + b)'],
  ['a) ', ''],
  ['a)', ''],
  ['table["BTC"]', 'table["BTC"]'],
])('%j ends with the expression %j', (code, expression) => {
  expect(expressionBefore(code)).toBe(expression);
});

describe('the type of', () => {
  test.each([
    ['candles', 'Candles'],
    ['settings', 'Settings'],
    ['close', 'DataFrame'],
    ['daily', 'Candles'],
    ['daily.close', 'DataFrame'],
    ['candles.resample("1d").close', 'DataFrame'],
    ['lines', 'Macd'],
    ['lines.histogram', 'DataFrame'],
    ['rsi(close, 14)', 'DataFrame'],
    ['strength', 'DataFrame'],
    ['close.rolling(20)', 'Rolling'],
    ['close.rolling(20).mean()', 'DataFrame'],
    ['close["BTC"]', 'Series'],
    ['close.sum(axis=1)', 'Series'],
    ['(close > 3)', 'DataFrame'],
    ['np', 'numpy'],
    ['pandas', 'pandas'],
    ['math', 'math'],
    ['settings.fees', 'float'],
    ['one', null],
    ['unknown', null],
    ['3', null],
    ['', null],
  ])('%s is %s', (expression, type) => {
    expect(typeOf(expression, CODE)).toBe(type);
  });

  test('the parameters of strategy follow their names', () => {
    const code = 'def strategy(bars: Candles, how):\n    ';
    expect(typeOf('bars', code)).toBe('Candles');
    expect(typeOf('how', code)).toBe('Settings');
    expect(typeOf('candles', code)).toBe(null);
  });
});
