// Twins are made in their own thread: the same as here, while this thread does other things.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { silentLog } from '@tradeium/testing';
import { makeVector, Table, tableToIPC, type Vector } from 'apache-arrow';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { LiveFact } from '../projections/live-facts.ts';
import { computeTwin } from './compute-twin.ts';
import { gatherFacts } from './gathered-facts.ts';
import { liveWindow } from './live-window.ts';
import { twinMarket } from './twin-market.ts';
import type { TwinTask } from './twin-thread.ts';
import { openTwinThreads, type TwinThreads } from './twin-threads.ts';

const HOUR_MS = 3_600_000;
const START = Date.parse('2025-01-01T00:00:00.000Z');
const BARS = 24 * 180;
const COINS = ['BTC', 'ETH', 'SOL', 'XRP'];
const SETTINGS = {
  portfolio: ['USDT', ...COINS],
  timeframe: '1h' as const,
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
};

let directory: string;
let threads: TwinThreads;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'twins-'));
  threads = openTwinThreads(silentLog);
});
afterAll(async () => {
  await threads.close();
  await rm(directory, { recursive: true, force: true });
});

const openOf = (bar: number): string => new Date(START + bar * HOUR_MS).toISOString();
const byCoin = <Value>(of: () => Value) => Object.fromEntries(COINS.map((coin) => [coin, of()]));

/** A rebalance on every bar, which trades every coin. */
const facts = Array.from({ length: BARS }, (_, bar): LiveFact => {
  const fill = { filled: '0.1', quoteFilled: '10', fees: { USDT: '0.01' } };
  const side = bar % 2 === 0 ? ('buy' as const) : ('sell' as const);
  return {
    _id: `r${bar}`,
    deploymentId: 'd',
    at: openOf(bar),
    place: bar,
    seq: {},
    reconciled: null,
    rebalance: {
      kind: 'scheduled',
      barClose: openOf(bar),
      startedAt: openOf(bar),
      plan: { value: '1000', weights: byCoin(() => 0.1), prices: byCoin(() => '100') },
      orders: COINS.map((coin) => ({ clientOrderId: `r${bar}-${coin}`, coin, side, ...fill })),
    },
  };
});

const table = (columns: Record<string, Vector>) => tableToIPC(new Table(columns), 'file');
const numbers = (of: (bar: number) => number) =>
  makeVector(Float64Array.from({ length: BARS }, (_, bar) => of(bar)));
const prices = ['open', 'close'].flatMap((field, shift) =>
  COINS.map((coin) => [`${coin}.${field}`, numbers((bar) => 100 + Math.sin((bar + shift) / 50))] as const),
);
const timestamp = makeVector(BigInt64Array.from({ length: BARS }, (_, bar) => BigInt(START + bar * HOUR_MS)));
const candles = table({ timestamp, ...Object.fromEntries(prices) });
const weights = table(byCoin(() => numbers((bar) => (bar % 5) / 20)));

const fileOf = async (name: string, bytes: Uint8Array): Promise<string> => {
  const path = join(directory, name);
  await writeFile(path, bytes);
  return path;
};

async function* pagesOf(all: readonly LiveFact[]): AsyncGenerator<LiveFact[]> {
  for (let from = 0; from < all.length; from += 200) yield all.slice(from, from + 200);
}

/** The task of a thread with all facts; `until`: how many bars have closed. */
const taskOf = async (until: number): Promise<TwinTask> => {
  const { packed } = await gatherFacts(pagesOf(facts), openOf(until));
  const paths = { candles: await fileOf('candles', candles), weights: await fileOf('weights', weights) };
  const market = until === 0 ? null : { paths, untilMs: START + until * HOUR_MS };
  return { facts: packed, settings: SETTINGS, coins: COINS, market };
};

/** How often this thread turned to something else during the work. */
const counted = async <Result>(work: () => Result | Promise<Result>) => {
  let ticks = 0;
  const ticking = setInterval(() => (ticks += 1), 1);
  try {
    const result = await work();
    return { result, ticks };
  } finally {
    clearInterval(ticking);
  }
};

test('before a bar has closed it begins with the first rebalance', async () => {
  expect(await threads.make(await taskOf(0))).toEqual({ values: [{ at: START, index: 1 }], gap: null });
});

test('half a year of hourly bars is the twin that would be made here, which would do nothing else meanwhile', async () => {
  const task = await taskOf(BARS);
  const made = await counted(() => threads.make(task));
  const here = await counted(() => {
    const window = liveWindow(facts);
    if (!window) throw new Error('nothing was traded');
    const bars = twinMarket({ candles, weights }, COINS, { timeframe: '1h', fromMs: START });
    return computeTwin(window, bars, SETTINGS);
  });
  expect(made.result.values).toHaveLength(BARS + 1);
  expect(made.result).toEqual(here.result);
  expect(here.ticks).toBe(0);
  expect(made.ticks).toBeGreaterThan(10);
});

test('one that cannot be made rejects with the reason, and the next one is made', async () => {
  const task = await taskOf(BARS);
  const nothing = await fileOf('nothing', table(byCoin(() => makeVector(new Float64Array(1)))));
  const paths = { candles: await fileOf('candles', candles), weights: nothing };
  const broken = { ...task, market: { paths, untilMs: START } };
  await expect(threads.make(broken)).rejects.toThrow('weights and candles are of different bars');
  expect((await threads.make(await taskOf(2))).values).toHaveLength(3);
});

test('facts are gathered with the first planned rebalance and the newest on the bar', async () => {
  const [first] = facts as [LiveFact, ...LiveFact[]];
  const unplanned = {
    ...first,
    _id: 'none',
    rebalance: first.rebalance && { ...first.rebalance, plan: null },
  };
  const gathered = await gatherFacts(pagesOf([unplanned, ...facts]), openOf(7));
  expect(gathered).toMatchObject({ count: BARS + 1, startedAt: START, onBar: 'r7' });
  expect(await gatherFacts(pagesOf([unplanned]), openOf(0))).toMatchObject({ startedAt: null, onBar: null });
});
