// What a page asks for again after an update, and how long it waits for a lost server.
import { UPDATE_TOPICS } from '@tradeium/contracts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api, queryRoute, TAGS } from './api.ts';
import { tagsAskedBefore, tagsOf } from './live-updates.ts';
import { retryPauseMs, updateOf } from './live-updates-stream.ts';
import { store } from './store.ts';

describe('an update', () => {
  test('of each topic asks for what shows it', () => {
    const asked = UPDATE_TOPICS.map((topic) => [topic, tagsOf({ topic, backtest_id: null })]);
    expect(Object.fromEntries(asked)).toEqual({
      chats: ['Chats'],
      files: ['Files', 'Versions'],
      favorites: ['Favorites'],
      runs: ['Runs'],
      balance: ['Balance'],
      purchases: ['Purchases'],
    });
  });

  test('of files asks for those of its chat only', () => {
    expect(tagsOf({ topic: 'files', backtest_id: 'c1' })).toEqual([
      { type: 'Files', id: 'c1' },
      { type: 'Versions', id: 'c1' },
    ]);
  });

  test('is read from an event; what is none is passed over', () => {
    expect(updateOf('{"topic":"files","backtest_id":"c1"}')).toEqual({ topic: 'files', backtest_id: 'c1' });
    expect(updateOf('{"topic":"chats","backtest_id":null}')).toEqual({ topic: 'chats', backtest_id: null });
    for (const other of ['', '{', '{}', 'null', '[]', undefined, 7]) expect(updateOf(other)).toBeNull();
    const unknown = updateOf('{"topic":"news","backtest_id":null}');
    expect(unknown && tagsOf(unknown)).toEqual([]);
  });
});

test('a lost server is tried again after one second, later each time, and every fifteen at the latest', () => {
  const pauses = [1, 2, 3, 4, 5, 50].map((attempt) => [retryPauseMs(attempt, 0), retryPauseMs(attempt, 1)]);
  expect(pauses).toEqual([
    [1_000, 1_500],
    [2_000, 3_000],
    [4_000, 6_000],
    [8_000, 12_000],
    [10_000, 15_000],
    [10_000, 15_000],
  ]);
});

describe('a stream that opens for the first time', () => {
  const { util, endpoints } = api.injectEndpoints({
    endpoints: (on) => ({
      listActiveRuns: queryRoute(on, 'listActiveRuns', { providesTags: ['Runs'] }),
      listFiles: queryRoute(on, 'listFiles', { providesTags: (_, __, { id }) => [{ type: 'Files', id }] }),
    }),
  });
  const asked = { first: 1_000, stream: 2_000, later: 3_000 };
  beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
  afterEach(() => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
    store.dispatch(util.resetApiState());
  });

  test('has what was asked for before it asked for again, and nothing that was asked for after it', async () => {
    vi.setSystemTime(asked.first);
    await store.dispatch(util.upsertQueryData('listActiveRuns', undefined, { runs: [] }));
    vi.setSystemTime(asked.later);
    await store.dispatch(util.upsertQueryData('listFiles', { id: 'c1' }, { files: [] }));
    expect(tagsAskedBefore(store.getState(), asked.stream)).toEqual(['Runs']);
    expect(tagsAskedBefore(store.getState(), asked.later + 1)).toEqual(['Files', 'Runs']);
  });

  test('has everything asked for again when an older question is still on its way', () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    vi.setSystemTime(asked.first);
    const asking = store.dispatch(endpoints.listActiveRuns.initiate());
    expect(tagsAskedBefore(store.getState(), asked.stream)).toEqual([...TAGS]);
    expect(tagsAskedBefore(store.getState(), asked.first)).toEqual([]);
    asking.abort();
  });
});
