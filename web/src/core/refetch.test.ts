// Data changed by a call is refetched once: for the sake of the update that names it, or for the call's own when none does.
// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { someUsage } from '../testing/admin.ts';
import { someChat } from '../testing/samples.ts';
import { refusal, serve } from '../testing/server.ts';
import { api } from './api.ts';
import { streamHeard } from './connection-slice.ts';
import { mutationRoute, queryRoute } from './endpoints.ts';
import { takeUpdate } from './refetch.ts';
import { createAppStore } from './store.ts';

const chat = someChat('c1', 'Momentum');
const chats = { topic: 'chats', backtest_id: null } as const;
const administration = { topic: 'administration', backtest_id: null } as const;
const { listChats, listSessions, getUsage, renameChat, finishAction } = api.injectEndpoints({
  endpoints: (on) => ({
    listChats: queryRoute(on, 'listChats', { providesTags: ['Chats'] }),
    listSessions: queryRoute(on, 'listSessions', { providesTags: ['Sessions'] }),
    getUsage: queryRoute(on, 'getUsage', { providesTags: ['Administration'] }),
    finishAction: mutationRoute(on, 'finishAction', { changes: () => ['Administration'] }),
    renameChat: mutationRoute(on, 'renameChat', { changes: () => ['Chats', 'Sessions'] }),
  }),
}).endpoints;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

const settle = async () => {
  for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
};

/** A tab that shows chats and sessions; `rename` resolves when all that it led to at once is over. */
const openTab = async ({ isLive }: { isLive: boolean }) => {
  const server = serve({
    listChats: () => [chat],
    listSessions: () => [],
    renameChat: () => chat,
  });
  const { store } = createAppStore();
  const shown = [store.dispatch(listChats.initiate()), store.dispatch(listSessions.initiate())];
  onTestFinished(() => {
    for (const { unsubscribe } of shown) unsubscribe();
  });
  await Promise.all(shown);
  if (isLive) store.dispatch(streamHeard());
  server.forget();
  const update = async () => {
    store.dispatch(takeUpdate(chats));
    await settle();
  };
  const rename = async () => {
    await store.dispatch(renameChat.initiate({ id: 'c1', name: 'Other' }));
    await settle();
  };
  const later = async () => {
    await vi.advanceTimersByTimeAsync(10_000);
    await settle();
  };
  return { server, update, rename, later };
};

const LATER_UPDATE = ['renameChat', 'listSessions', 'listChats'];

test('while updates arrive, the one that names the change has it refetched; what updates never name is refetched at once', async () => {
  const { server, update, rename, later } = await openTab({ isLive: true });
  await rename();
  expect(server.asked).toEqual(['renameChat', 'listSessions']);
  await update();
  await later();
  expect(server.asked).toEqual(LATER_UPDATE);
});

test('an update that comes before the answer counts as well', async () => {
  const { server, update, rename, later } = await openTab({ isLive: true });
  await update();
  server.forget();
  await rename();
  await later();
  expect(server.asked).toEqual(['renameChat', 'listSessions']);
});

// spec: live.10
test('a change that no update names is refetched after a moment', async () => {
  const { server, rename, later } = await openTab({ isLive: true });
  await rename();
  await later();
  expect(server.asked).toEqual(LATER_UPDATE);
});

test('without a stream of updates it is refetched at once', async () => {
  const { server, rename, later } = await openTab({ isLive: false });
  await rename();
  await later();
  expect(server.asked.toSorted()).toEqual(LATER_UPDATE.toSorted());
});

test('the data of a refused call may be out of date, so it is refetched at once', async () => {
  const { server, rename, later } = await openTab({ isLive: true });
  server.answer({ renameChat: () => refusal(404, 'No such chat') });
  await rename();
  await later();
  expect(server.asked.toSorted()).toEqual(LATER_UPDATE.toSorted());
});

/** A tab of an operator who follows what all users do. */
const openAdministration = async () => {
  const server = serve({
    getUsage: () => someUsage(),
    finishAction: () => ({ message: 'Done', action_id: 'a1', changed: true }),
  });
  const { store } = createAppStore();
  const shown = store.dispatch(getUsage.initiate());
  onTestFinished(() => shown.unsubscribe());
  await shown;
  store.dispatch(streamHeard());
  server.forget();
  const update = async () => {
    store.dispatch(takeUpdate(administration));
    await settle();
  };
  const wait = async (ms: number) => {
    await vi.advanceTimersByTimeAsync(ms);
    await settle();
  };
  const finish = async () => {
    await store.dispatch(finishAction.initiate({ id: 'a1' }));
    await settle();
  };
  const readings = () => server.asked.filter((name) => name === 'getUsage').length;
  return { update, wait, finish, readings };
};

test('what all users change is refetched at once, and then once in 5 s, the last time after the last update', async () => {
  const { update, wait, readings } = await openAdministration();
  await update();
  expect(readings()).toBe(1);
  // An update a second, ten times.
  for (let second = 0; second < 10; second += 1) {
    await wait(1_000);
    await update();
  }
  expect(readings()).toBe(3);
  await wait(4_999);
  expect(readings()).toBe(3);
  await wait(1);
  expect(readings()).toBe(4);
  await wait(60_000);
  expect(readings()).toBe(4);
  await update();
  expect(readings()).toBe(5);
});

test('an operator need not wait for what the own action changes', async () => {
  const { update, wait, finish, readings } = await openAdministration();
  await update();
  await finish();
  await update();
  expect(readings()).toBe(2);
  // Others' updates wait, and so does one that might be the action's, until it is over.
  await update();
  await wait(1_999);
  expect(readings()).toBe(2);
  await wait(1);
  expect(readings()).toBe(3);
  await wait(60_000);
  expect(readings()).toBe(3);
});

test('an update that waits when the own action is answered waits no longer', async () => {
  const { update, wait, finish, readings } = await openAdministration();
  await update();
  await update();
  expect(readings()).toBe(1);
  await finish();
  expect(readings()).toBe(2);
  await wait(60_000);
  expect(readings()).toBe(2);
});
