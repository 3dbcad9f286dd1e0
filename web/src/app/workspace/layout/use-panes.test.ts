// The sizes of the panes are kept in the browser once they have rested.
// @vitest-environment happy-dom
import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePanes } from './use-panes.ts';

const kept = () => JSON.parse(localStorage.getItem('tradeium-workspace-panes') ?? 'null');
const shown = () => renderHook(() => usePanes({ runnableKey: null, showsResult: false }));

beforeEach(() => {
  localStorage.clear();
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  localStorage.clear();
});

// spec: workspace.11
test('a layout is kept 100 ms after its last change, and found by the next page', () => {
  const { result, unmount } = shown();
  vi.advanceTimersByTime(100);
  const { percent } = kept().list;
  act(() => result.current.actions.list.drag(20));
  vi.advanceTimersByTime(99);
  expect(kept().list.percent).toBe(percent);
  act(() => result.current.actions.list.drag(22));
  vi.advanceTimersByTime(99);
  expect(kept().list.percent).toBe(percent);
  vi.advanceTimersByTime(1);
  expect(kept().list.percent).toBe(22);
  unmount();
  expect(shown().result.current.sizes.list.percent).toBe(22);
});

test('a page that closes before that keeps it at once', () => {
  const { result } = shown();
  act(() => result.current.actions.list.drag(20));
  window.dispatchEvent(new Event('pagehide'));
  expect(kept().list.percent).toBe(20);
});
