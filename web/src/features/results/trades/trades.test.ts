// The list of trades: what it adds up to, and the part of it that a range has.
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../../lib/csv/csv.ts';
import { coinsOf, partName, sumsOf, type Trade, tableIn, tradesIn, tradesOf } from './trades.ts';

const DAY = 86_400_000;
const START = Date.UTC(2025, 0, 1);
const TABLE = parseCsv(
  [
    'timestamp,coin,side,price,amount,fee,profit',
    '2025-01-01T00:00:00.000Z,BTC,buy,100,2,0.2,',
    '2025-01-02T06:00:00.000Z,ETH,buy,10,5,0.05,',
    '2025-01-03T00:00:00.000Z,BTC,sell,90,2,0.18,-20.38',
    '2025-01-03T00:00:00.000Z,ETH,sell,20,5,0.1,49.85',
  ].join('\n'),
);
const TRADES = tradesOf(TABLE) as Trade[];
const RANGE = { from: START + DAY, to: START + 2 * DAY };

test('adds up to what its closed positions brought', () => {
  expect(sumsOf(TRADES)).toEqual({ trades: 4, closed: 2, wins: 1, profit: expect.closeTo(29.47, 9) });
  expect(coinsOf(TRADES)).toEqual(['BTC', 'ETH']);
  expect(TRADES[1]).toMatchObject({ price: 10, amount: 5 });
});

test('of another kind is ignored', () => {
  expect(tradesOf(parseCsv('timestamp,coin\nx,BTC'))).toBeNull();
});

describe('a range', () => {
  test('has the trades from its first moment to before its last', () => {
    expect(tradesIn(TRADES, RANGE).map(({ coin }) => coin)).toEqual(['ETH']);
    expect(tradesIn(TRADES, { from: START, to: START + 3 * DAY })).toHaveLength(4);
    expect(tradesIn(TRADES, { from: START + 2 * DAY, to: START + 3 * DAY })).toHaveLength(2);
  });

  test('has the lines of the table that are its trades', () => {
    const { columns, lines } = tableIn(TABLE, TRADES, RANGE);
    expect(columns).toEqual(TABLE.columns);
    expect(lines).toEqual([TABLE.lines[1]]);
  });

  test('is in the name of its download', () => {
    expect(partName('x trades.csv', RANGE)).toBe('x trades, 2025-01-02 to 2025-01-02.csv');
    expect(partName('x trades', RANGE)).toBe('x trades, 2025-01-02 to 2025-01-02');
  });
});
