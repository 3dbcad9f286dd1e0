// Reports about a run while the page is in the background.
import { expect, test } from 'vitest';
import { endedTitle, notifyState, runningTitle } from './run-notice.ts';

test("the tab's title shows the progress of a run", () => {
  expect(runningTitle(0)).toBe('0% Executing... – Tradeium');
  expect(runningTitle(0.4249)).toBe('42% Executing... – Tradeium');
});

// spec: workspace.62
test("the tab's title shows the end", () => {
  expect(endedTitle('completed')).toBe('✓ Backtest completed – Tradeium');
  expect(endedTitle('failed')).toBe('✗ Backtest failed – Tradeium');
  expect(endedTitle('cancelled')).toBe('Backtest cancelled – Tradeium');
  expect(endedTitle('unknown')).toBeNull();
});

test('without notifications there is no switch for them', () => {
  expect(notifyState()).toBe('unsupported');
});
