// The estimate next to the button: costs are rounded up, credits down, with a warning when they may not suffice.
import { fromVut } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { estimateText, mayNotSuffice } from './estimate.ts';

test.each([
  [0.366, 9_998.634, 'Costs up to 0.37 VUT. You have 9,998 VUT.'],
  [0.37, 9_998, 'Costs up to 0.37 VUT. You have 9,998 VUT.'],
  [0.29, 12.349, 'Costs up to 0.29 VUT. You have 12.34 VUT.'],
  [0.0001, 1, 'Costs up to 0.01 VUT. You have 1 VUT.'],
  [0, 0, 'Costs up to 0 VUT. You have 0 VUT.'],
  [1_234.01, 10_000, 'Costs up to 1,235 VUT. You have 10,000 VUT.'],
  [52.56, 12, 'May cost up to 52.56 VUT, but you have only 12 VUT.'],
  [0.000002, 0.000001, 'May cost up to 0.01 VUT, but you have only 0 VUT.'],
  [0.366, null, 'Costs up to 0.37 VUT.'],
])('%d of %s VUT', (cost, availableVut, text) => {
  expect(estimateText({ cost: fromVut(cost), availableVut })).toBe(text);
});

test('exactly enough is enough, and an unknown balance is not a warning', () => {
  expect(mayNotSuffice({ cost: fromVut(5), availableVut: 5 })).toBe(false);
  expect(mayNotSuffice({ cost: fromVut(5.000001), availableVut: 5 })).toBe(true);
  expect(mayNotSuffice({ cost: fromVut(5), availableVut: null })).toBe(false);
});
