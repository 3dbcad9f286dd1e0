// Requests are read by the exchange's rules, and each fault has the exchange's own code and text.
import { describe, expect, test } from 'vitest';
import { MARKETS } from '../market/markets.ts';
import { ApiError } from './api-error.ts';
import { readParameters, readSymbol, readSymbols } from './parameters.ts';

const parameters = (query: string) => readParameters(new URLSearchParams(query));

const refusalOf = (read: () => unknown): { code: number; message: string } => {
  try {
    read();
  } catch (error) {
    if (error instanceof ApiError) return { code: error.code, message: error.message };
    throw error;
  }
  throw new Error('nothing was refused');
};

describe('one symbol', () => {
  test.each([
    ['', -1102, "Mandatory parameter 'symbol' was not sent, was empty/null, or malformed."],
    ['symbol=', -1105, "Parameter 'symbol' was empty."],
    [
      'symbol=btcusdt',
      -1100,
      "Illegal characters found in parameter 'symbol'; legal range is '^[A-Z0-9-_.]{1,20}$'.",
    ],
    ['symbol=NOPEUSDT', -1121, 'Invalid symbol.'],
    ['symbol=BTCUSDT&symbol=ETHUSDT', -1101, 'Duplicate values for a parameter detected.'],
  ])('%s', (query, code, message) => {
    expect(refusalOf(() => readSymbol(parameters(query))())).toEqual({ code, message });
  });

  test('is found', () => {
    expect(readSymbol(parameters('symbol=DOGEUSDT'))().coin).toBe('DOGE');
  });
});

describe('several symbols', () => {
  test('one, a list, or all', () => {
    expect(readSymbols(parameters('symbol=BTCUSDT')).one?.coin).toBe('BTC');
    const list = readSymbols(parameters('symbols=["ETHUSDT","BTCUSDT"]'));
    expect(list.markets.map(({ coin }) => coin)).toEqual(['ETH', 'BTC']);
    expect(list.one).toBeUndefined();
    expect(readSymbols(parameters('')).markets).toBe(MARKETS);
  });

  test.each([
    ['symbol=BTCUSDT&symbols=["ETHUSDT"]', -1128],
    ['symbols=ETHUSDT', -1100],
    ['symbols=["ETHUSDT",]', -1100],
    ['symbols=["NOPEUSDT"]', -1121],
    [`symbols=[${Array(200).fill('"BTCUSDT"').join()}]`, -1130],
    ['permissions=SPOT', -1101],
    ['symbol=BTCUSDT&limit=5', -1104],
  ])('%s', (query, code) => {
    expect(refusalOf(() => readSymbols(parameters(query))).code).toBe(code);
  });
});

describe('numbers and the rest', () => {
  test('are whole and not negative', () => {
    expect(parameters('limit=7').wholeNumber('limit')).toBe(7);
    expect(parameters('').wholeNumber('limit')).toBeUndefined();
    for (const text of ['-1', '1.5', 'abc', '0x10', '1e3', '999999999999999999999']) {
      expect(refusalOf(() => parameters(`limit=${text}`).wholeNumber('limit'))).toEqual({
        code: -1100,
        message: "Illegal characters found in parameter 'limit'; legal range is '^[0-9]{1,20}$'.",
      });
    }
  });

  test('unread parameters are counted', () => {
    expect(refusalOf(() => parameters('a=1&b=2').finish())).toEqual({
      code: -1101,
      message: "Too many parameters; expected '0' and received '2'.",
    });
    const partly = parameters('limit=1&b=2&c=3');
    partly.wholeNumber('limit');
    expect(refusalOf(() => partly.finish())).toEqual({
      code: -1104,
      message: "Not all sent parameters were read; read '1' parameter(s) but was sent '3'.",
    });
  });
});
