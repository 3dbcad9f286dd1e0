// The frame around every page: what it shows while the server is lost, and when something changes elsewhere.
// @vitest-environment happy-dom
import { screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api } from '../core/api.ts';
import { renderWeb } from '../testing/render-web.tsx';
import { someUser } from '../testing/samples.ts';
import { type Answers, eventStream, serve } from '../testing/server.ts';
import { AppFrame } from './app-frame.tsx';

const balance = (vut_remaining: number) => ({
  subscription: {
    tier: 'free',
    vut_remaining,
    vut_used_this_period: 0,
    monthly_limit: 10_000,
    period_end: '2026-02-02T00:00:00.000Z',
    vut_owed: 0,
  },
});

/** A server with a stream of updates; each opening of the stream is another one. */
const liveServer = (more: Answers = {}) => {
  const streams: ReturnType<typeof eventStream>[] = [];
  const server = serve({
    getMe: () => someUser,
    getBalance: () => balance(10_000),
    watchAccount: () => {
      const stream = eventStream();
      streams.push(stream);
      return stream.response();
    },
    ...more,
  });
  return { ...server, streams };
};

const credits = (text: string) => screen.findByRole('button', { name: new RegExp(text) });

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
});
afterEach(() => void vi.useRealTimers());

/** The frame once its stream is open and all that the opening asks for is there. */
const openFrame = async (server: ReturnType<typeof liveServer>) => {
  const view = renderWeb(<AppFrame>the page</AppFrame>);
  await waitFor(() => expect(server.streams).toHaveLength(1));
  await credits('10,000 VUT');
  await waitFor(() => expect(view.store.getState().connection.isLive).toBe(true));
  server.forget();
  return view;
};

test('while the credits are loading, none are shown in their place', async () => {
  const late = Promise.withResolvers<ReturnType<typeof balance>>();
  liveServer({ getBalance: () => late.promise });
  renderWeb(<AppFrame>the page</AppFrame>);
  await credits('… VUT');
  late.resolve(balance(10_000));
  await credits('10,000 VUT');
});

// spec: workspace.29
test('the balance is read again each time the menu of the user opens, and only then', async () => {
  const server = liveServer();
  const { user } = await openFrame(server);
  const readings = () => server.asked.filter((name) => name === 'getBalance').length;
  expect(readings()).toBe(0);
  server.answer({ getBalance: () => balance(9_500) });
  await user.click(await credits('10,000 VUT'));
  await credits('9,500 VUT');
  expect(readings()).toBe(1);
  await screen.findByText(/^9,500 VUT left/);
  await user.keyboard('{Escape}');
  await waitFor(() => expect(screen.queryByText(/VUT left/)).toBeNull());
  expect(readings()).toBe(1);
  await user.click(await credits('9,500 VUT'));
  await waitFor(() => expect(readings()).toBe(2));
});

// spec: admin.33
test('operators have the admin dashboard in their menu, others have not', async () => {
  const server = liveServer({ checkAdminAccess: () => ({ has_access: false, role: null }) });
  const { user, store } = await openFrame(server);
  await user.click(await credits('10,000 VUT'));
  await waitFor(() => expect(server.asked).toContain('checkAdminAccess'));
  await screen.findByRole('menuitem', { name: 'Credits' });
  expect(screen.queryByRole('menuitem', { name: 'Admin' })).toBeNull();
  server.answer({ checkAdminAccess: () => ({ has_access: true, role: 'support' }) });
  store.dispatch(api.util.resetApiState());
  const entry = await screen.findByRole('menuitem', { name: 'Admin' });
  expect(entry.getAttribute('href')).toBe('/admin');
});

test.each(['/app/trading', '/app/trading/'])('the area of %s is marked as the current one', async (path) => {
  liveServer();
  renderWeb(<AppFrame>the page</AppFrame>, { path });
  const current = await screen.findByRole('link', { current: 'page' });
  expect(current.textContent).toBe('Trading');
});

test('a slash at the end of the workspace keeps its selection in the links of its area', async () => {
  liveServer();
  renderWeb(<AppFrame>the page</AppFrame>, { path: '/app/backtest/?chat=c1' });
  const current = await screen.findByRole('link', { current: 'page' });
  expect(current.getAttribute('href')).toBe('/app/backtest?chat=c1');
});

describe('a change elsewhere', () => {
  test('is requested once, and nothing else is', async () => {
    const server = liveServer();
    await openFrame(server);
    server.answer({ getBalance: () => balance(9_000) });
    server.streams[0]?.send({ topic: 'balance', backtest_id: null });
    await credits('9,000 VUT');
    await vi.advanceTimersByTimeAsync(30_000);
    expect(server.asked).toEqual(['getBalance']);
  });
});

describe('a lost connection', () => {
  test('shows after a moment, is retried on request, and is announced when it is back', async () => {
    const server = liveServer();
    const { user } = await openFrame(server);
    const status = screen.getByRole('status');
    server.answer({ watchAccount: () => Promise.reject(new TypeError('Failed to fetch')) });
    server.streams[0]?.end();
    await vi.advanceTimersByTimeAsync(2_100);
    await waitFor(() => expect(status.textContent).toBe('Connection lost. Trying again ...'));

    const again = eventStream();
    server.answer({ watchAccount: () => again.response(), getBalance: () => balance(8_000) });
    await user.click(screen.getByRole('button', { name: 'Try now' }));
    await waitFor(() => expect(status.textContent).toBe('Connected again'));
    await credits('8,000 VUT');
    await vi.advanceTimersByTimeAsync(3_100);
    await waitFor(() => expect(status.textContent).toBe(''));
  });

  test('that is back at once is not shown', async () => {
    const server = liveServer();
    await openFrame(server);
    const status = screen.getByRole('status');
    const seen: (string | null)[] = [];
    new MutationObserver(() => seen.push(status.textContent)).observe(status, {
      childList: true,
      characterData: true,
      subtree: true,
    });
    server.streams[0]?.end();
    await vi.advanceTimersByTimeAsync(1_900);
    await waitFor(() => expect(server.streams).toHaveLength(2));
    await vi.advanceTimersByTimeAsync(5_000);
    expect(seen).toEqual([]);
  });
});
