// A part that nothing waits for comes in the end, even where its first load fails.
// @vitest-environment happy-dom
import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Later } from './later.tsx';
import { lazyNamed } from './lazy-named.ts';

const Messages = () => <p>Messages</p>;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('a part whose file could not be had is loaded again, and then shown', async () => {
  let isConnected = false;
  let loads = 0;
  const Part = lazyNamed(async () => {
    loads += 1;
    if (!isConnected) throw new TypeError('no connection');
    return { Messages };
  }, 'Messages');
  const { unmount } = render(<Later Part={Part} />);
  await act(() => vi.advanceTimersByTimeAsync(10_000));
  expect(loads).toBeGreaterThan(2);
  expect(screen.queryByText('Messages')).toBeNull();

  isConnected = true;
  await act(() => vi.advanceTimersByTimeAsync(2_000));
  expect(screen.getByText('Messages')).toBeDefined();
  const before = loads;
  unmount();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(loads).toBe(before);
});
