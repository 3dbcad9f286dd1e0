// Rows of a Table come back as they were written.
import { expect, test } from 'vitest';
import { parseTable, parseValues } from './table-rows.ts';

const csv =
  'timestamp,BTC,USDT,return\n2025-01-01T00:00:00.000Z,0.5,0.5,1e-7\n2025-01-02T00:00:00.000Z,0,1,\n';

test('numbers are numbers, the time is text, an empty cell is null', () => {
  expect(parseTable(csv, 10)).toEqual({
    columns: ['timestamp', 'BTC', 'USDT', 'return'],
    rows: [
      { timestamp: '2025-01-01T00:00:00.000Z', BTC: 0.5, USDT: 0.5, return: 1e-7 },
      { timestamp: '2025-01-02T00:00:00.000Z', BTC: 0, USDT: 1, return: null },
    ],
    totalRows: 2,
  });
});

test('rows are bounded, their count is not', () => {
  expect(parseTable(csv, 1)).toMatchObject({ rows: [{ BTC: 0.5 }], totalRows: 2 });
});

test('of statistics, the value of each day is read', () => {
  const timestamp = ['2025-01-01T00:00:00.000Z', '2025-01-02T00:00:00.000Z'];
  const json = JSON.stringify({
    total_return: 1,
    curves: { timestamp, portfolio: [10_000, 10_100.5], btc: null },
  });
  expect(parseValues(json, 1)).toEqual({
    columns: ['timestamp', 'portfolio_value'],
    rows: [{ timestamp: '2025-01-01T00:00:00.000Z', portfolio_value: 10_000 }],
    totalRows: 2,
  });
});
