// A page refetches its data after an update, and waits for a lost server only so long.
import { accountUpdate } from '@tradeium/contracts';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { api, TAGS } from './api.ts';
import { queryRoute } from './endpoints.ts';
import { tagsAskedBefore } from './live-updates.ts';
import { updateOf } from './live-updates-stream.ts';
import { partsOf } from './refetch.ts';
import { store } from './store.ts';

describe('an update', () => {
  // spec: live.9
  test('of each topic refetches what shows it', () => {
    const asked = accountUpdate.shape.topic.options.map((topic) => [
      topic,
      partsOf({ topic, backtest_id: null }),
    ]);
    expect(Object.fromEntries(asked)).toEqual({
      chats: ['Chats'],
      files: ['Files', 'Versions'],
      favorites: ['Favorites'],
      links: ['SharedLinks'],
      runs: ['Runs'],
      studies: ['Studies'],
      balance: ['Balance'],
      purchases: ['Purchases'],
      trading: ['Trading'],
      notices: ['Notices'],
      operators: ['OperatorActions'],
      administration: ['Administration'],
    });
  });

  test('of files refetches those of its chat only', () => {
    expect(partsOf({ topic: 'files', backtest_id: 'c1' })).toEqual([
      { type: 'Files', id: 'c1' },
      { type: 'Versions', id: 'c1' },
    ]);
  });

  test('is read from an event; anything else is ignored', () => {
    expect(updateOf('{"topic":"files","backtest_id":"c1"}')).toEqual({ topic: 'files', backtest_id: 'c1' });
    expect(updateOf('{"topic":"chats","backtest_id":null}')).toEqual({ topic: 'chats', backtest_id: null });
    for (const other of ['', '{', '{}', 'null', '[]', '7']) expect(updateOf(other)).toBeNull();
    const unknown = updateOf('{"topic":"news","backtest_id":null}');
    expect(unknown && partsOf(unknown)).toEqual([]);
  });
});

/** Addresses are relative to the page, of which there is none here. */
class RequestOfPage extends Request {
  constructor(address: string, init?: RequestInit) {
    super(new URL(address, 'http://localhost'), init);
  }
}

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

  test('refetches what was requested before it, and nothing that was requested after it', async () => {
    vi.setSystemTime(asked.first);
    await store.dispatch(util.upsertQueryData('listActiveRuns', undefined, { runs: [] }));
    vi.setSystemTime(asked.later);
    await store.dispatch(util.upsertQueryData('listFiles', { id: 'c1' }, { files: [] }));
    expect(tagsAskedBefore(store.getState(), asked.stream)).toEqual(['Runs']);
    expect(tagsAskedBefore(store.getState(), asked.later + 1)).toEqual(['Files', 'Runs']);
  });

  test('refetches everything when an older request is still on its way', () => {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    vi.stubGlobal('Request', RequestOfPage);
    vi.setSystemTime(asked.first);
    const asking = store.dispatch(endpoints.listActiveRuns.initiate());
    expect(tagsAskedBefore(store.getState(), asked.stream)).toEqual([...TAGS]);
    expect(tagsAskedBefore(store.getState(), asked.first)).toEqual([]);
    asking.abort();
  });
});
