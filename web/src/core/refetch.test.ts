// What a call changes is refetched once: for the sake of the update that names it, or for the call's own when none does.
// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { someChat } from '../testing/samples.ts';
import { refusal, serve } from '../testing/server.ts';
import { api } from './api.ts';
import { streamHeard } from './connection-slice.ts';
import { mutationRoute, queryRoute } from './endpoints.ts';
import { takeUpdate } from './refetch.ts';
import { createAppStore } from './store.ts';

const chat = someChat('c1', 'Momentum');
const chats = { topic: 'chats', backtest_id: null } as const;
const { listChats, listSessions, renameChat } = api.injectEndpoints({
  endpoints: (on) => ({
    listChats: queryRoute(on, 'listChats', { providesTags: ['Chats'] }),
    listSessions: queryRoute(on, 'listSessions', { providesTags: ['Sessions'] }),
    renameChat: mutationRoute(on, 'renameChat', { changes: () => ['Chats', 'Sessions'] }),
  }),
}).endpoints;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date'] }));
afterEach(() => void vi.useRealTimers());

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
  const settle = async () => {
    for (let turn = 0; turn < 20; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  };
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
