// Reports about a run while the page is in the background.
import { expect, test } from 'vitest';
import { endedTitle, notifyState, runningTitle } from './run-notice.ts';

test("the tab's title tells how far a run is", () => {
  expect(runningTitle(0)).toBe('0% Executing... – Tradeium');
  expect(runningTitle(0.4249)).toBe('42% Executing... – Tradeium');
});

test("the tab's title tells the end", () => {
  expect(endedTitle('completed')).toBe('✓ Backtest completed – Tradeium');
  expect(endedTitle('failed')).toBe('✗ Backtest failed – Tradeium');
  expect(endedTitle('cancelled')).toBe('Backtest cancelled – Tradeium');
  expect(endedTitle('unknown')).toBeNull();
});

test('without notifications there is nothing to switch on', () => {
  expect(notifyState()).toBe('unsupported');
});
