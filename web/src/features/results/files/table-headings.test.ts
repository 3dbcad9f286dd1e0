// The columns of a run's table read as words with their unit, and unknown ones stay as they are.
import { expect, test } from 'vitest';
import { tableHeading } from './table-headings.ts';

test('columns have readable names, with their unit', () => {
  expect(
    ['timestamp', 'target_BTC', 'held_USDT', 'portfolio_value', 'drawdown', 'SOL'].map(tableHeading),
  ).toEqual(['Time (UTC)', 'BTC target', 'USDT held', 'Value (USDT)', 'Drawdown', 'SOL']);
});
