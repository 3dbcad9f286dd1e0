// The estimate beside the button: costs are rounded up, credits down, with a warning when they may not suffice.
import { fromVut } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { estimateText, mayNotSuffice } from './estimate.ts';

test.each([
  [0.366, 9_998.634, 'Costs at most 0.37 VUT of your 9,998 VUT.'],
  [0.37, 9_998, 'Costs at most 0.37 VUT of your 9,998 VUT.'],
  [0.29, 12.349, 'Costs at most 0.29 VUT of your 12.34 VUT.'],
  [0.0001, 1, 'Costs at most 0.01 VUT of your 1 VUT.'],
  [0, 0, 'Costs at most 0 VUT of your 0 VUT.'],
  [1_234.01, 10_000, 'Costs at most 1,235 VUT of your 10,000 VUT.'],
  [52.56, 12, 'May cost up to 52.56 VUT, but you have 12 VUT.'],
  [0.000002, 0.000001, 'May cost up to 0.01 VUT, but you have 0 VUT.'],
  [0.366, null, 'Costs at most 0.37 VUT.'],
])('%d of %s VUT', (cost, availableVut, text) => {
  expect(estimateText({ cost: fromVut(cost), availableVut })).toBe(text);
});

test('exactly enough is enough, and what is not known is no warning', () => {
  expect(mayNotSuffice({ cost: fromVut(5), availableVut: 5 })).toBe(false);
  expect(mayNotSuffice({ cost: fromVut(5.000001), availableVut: 5 })).toBe(true);
  expect(mayNotSuffice({ cost: fromVut(5), availableVut: null })).toBe(false);
});
