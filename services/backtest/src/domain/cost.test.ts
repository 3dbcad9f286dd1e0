// A run costs 100 VUT a million cells.
import { fromVut } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { costOf } from './cost.ts';

test.each([
  [0, 0],
  [1, 0.0001],
  [365 * 9, 0.3285],
  [1_000_000, 100],
])('%i cells cost %d VUT', (cells, vut) => {
  expect(costOf(cells)).toBe(fromVut(vut));
});
