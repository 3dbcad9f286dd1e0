// A moment that the server has named is waited for, and asked about until there is a later one.
// @vitest-environment happy-dom
import { renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useWhenDue } from './use-when-due.ts';

const NOW = Date.parse('2026-03-05T00:00:00Z');
const inSeconds = (seconds: number) => new Date(NOW + seconds * 1_000).toISOString();

beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
});
afterEach(() => {
  vi.useRealTimers();
});

test('calls once the moment has passed, and again while no later one is named', () => {
  const call = vi.fn();
  const { rerender, unmount } = renderHook(({ at }: { at: string | null }) => useWhenDue(at, call), {
    initialProps: { at: inSeconds(60) },
  });
  vi.advanceTimersByTime(61_000);
  expect(call).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1_000);
  expect(call).toHaveBeenCalledTimes(1);
  vi.advanceTimersByTime(30_000);
  expect(call).toHaveBeenCalledTimes(2);
  rerender({ at: inSeconds(3_600) });
  vi.advanceTimersByTime(600_000);
  expect(call).toHaveBeenCalledTimes(2);
  unmount();
  vi.advanceTimersByTime(7_200_000);
  expect(call).toHaveBeenCalledTimes(2);
});

test('calls never without a moment', () => {
  const call = vi.fn();
  renderHook(() => useWhenDue(null, call));
  vi.advanceTimersByTime(3_600_000);
  expect(call).not.toHaveBeenCalled();
});
