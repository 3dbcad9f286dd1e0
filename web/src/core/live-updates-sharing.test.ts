// Tabs that share a stream: one has it, all hear it, and another takes over when that one leaves or sleeps.
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { EventStream } from './event-stream.ts';
import { shareStream } from './live-updates-sharing.ts';
import type { StreamNews } from './live-updates-stream.ts';

/** Locks and channels are real here, tabs are calls within one process. */
type Tab = EventStream & { heard: string[]; say: ((news: StreamNews) => void)[]; retries: number };

let page: EventTarget & { visibilityState: string };
const tabs: Tab[] = [];
let names = 0;

beforeEach(() => {
  page = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', page);
  names += 1;
});
afterEach(() => {
  for (const tab of tabs.splice(0)) tab.close();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const openTab = (): Tab => {
  const tab: Omit<Tab, keyof EventStream> = { heard: [], say: [], retries: 0 };
  const stream = shareStream(
    `tabs-${process.pid}-${names}`,
    (onNews) => {
      tab.say.push(onNews);
      return {
        retryNow: () => {
          tab.retries += 1;
        },
        close: () => void tab.say.splice(tab.say.indexOf(onNews), 1),
      };
    },
    (news) => {
      if (news.type !== 'alive') tab.heard.push(news.type === 'update' ? news.update.topic : news.type);
    },
  );
  const whole = Object.assign(tab, stream);
  tabs.push(whole);
  return whole;
};

const leaderOf = async (among: readonly Tab[]): Promise<Tab> => {
  const leading = () => among.filter(({ say }) => say.length > 0);
  await vi.waitFor(() => expect(leading()).toHaveLength(1));
  return leading()[0] as Tab;
};

const chats: StreamNews = { type: 'update', update: { topic: 'chats', backtest_id: null } };

describe('tabs that can agree', () => {
  test('have one stream, and each hears all of it', async () => {
    const all = [openTab(), openTab(), openTab()];
    const leader = await leaderOf(all);
    leader.say[0]?.({ type: 'opened' });
    leader.say[0]?.(chats);
    for (const { heard } of all) await vi.waitFor(() => expect(heard).toEqual(['opened', 'chats']));
  });

  // spec: live.6
  test('give the stream on when the tab that has it closes', async () => {
    const all = [openTab(), openTab()];
    const leader = await leaderOf(all);
    leader.close();
    const next = await leaderOf(all.filter((tab) => tab !== leader));
    next.say[0]?.({ type: 'opened' });
    expect(next.heard).toEqual(['opened']);
  });

  test('retry it from any of them', async () => {
    const all = [openTab(), openTab()];
    const leader = await leaderOf(all);
    for (const tab of all) tab.retryNow();
    await vi.waitFor(() => expect(leader.retries).toBe(2));
  });

  test('learn when they join that the connection is lost', async () => {
    const leader = openTab();
    await leaderOf([leader]);
    leader.say[0]?.({ type: 'lost' });
    const late = openTab();
    await vi.waitFor(() => expect(late.heard).toEqual(['lost']));
  });

  // spec: live.7
  test('take the stream from a tab that sleeps, if they are seen, and only then', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const settle = () => new Promise((resolve) => setImmediate(resolve));
    const sleeping = openTab();
    while (sleeping.say.length === 0) await settle();
    const awake = openTab();
    page.visibilityState = 'hidden';
    vi.advanceTimersByTime(60_000);
    for (let n = 0; n < 20; n += 1) await settle();
    expect(awake.say).toHaveLength(0);
    page.visibilityState = 'visible';
    vi.advanceTimersByTime(60_000);
    while (awake.say.length === 0 || sleeping.say.length > 0) await settle();
  });
});

// spec: live.8
test('a tab that cannot agree with others has its own stream while it is seen', () => {
  vi.stubGlobal('navigator', {});
  const tab = openTab();
  expect(tab.say).toHaveLength(1);
  tab.say[0]?.(chats);
  expect(tab.heard).toEqual(['chats']);
  page.visibilityState = 'hidden';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(tab.say).toHaveLength(0);
  page.visibilityState = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(tab.say).toHaveLength(1);
  tab.retryNow();
  expect(tab.retries).toBe(1);
});
