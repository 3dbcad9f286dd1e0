// The live twin on real servers: a month of paper trading compared with the backtest of that month.

import { simulate } from '@tradeium/portfolio';
import { sharedByTests } from '@tradeium/testing';
import { expect, test, vi } from 'vitest';
import type { TestedMarket } from '../../fixtures/backtest-answers.ts';
import { startRunningTrading, type TradingUser } from '../../fixtures/running-trading.ts';

const system = sharedByTests(startRunningTrading);

const DAY_MS = 86_400_000;
/** A month takes about a minute: the exchange allows no more requests in one, and trading waits for the next. */
const DAYS = Number(process.env.TRADED_DAYS ?? 8);
const CAPITAL = 10_000;
const COINS = ['BTC', 'ETH'];
const FEE = 0.001;
/** Of the value: what a lot of either coin is worth, and the spread of each order. */
const [LOTS, SPREADS] = [1e-4, 1e-3];

const today = (): number => Math.floor(Date.now() / DAY_MS) * DAY_MS;

/** Daily candles of the exchange, one bar before the month included, and weights that change from day to day. */
const monthOf = async (): Promise<TestedMarket> => {
  const bars = DAYS + 1;
  const from = today() - bars * DAY_MS;
  const candles = async (coin: string) =>
    (await system.exchange(
      `/api/v3/klines?symbol=${coin}USDT&interval=1d&startTime=${from}&limit=${bars}`,
    )) as [number, ...string[]][];
  const each = await Promise.all(COINS.map(async (coin) => [coin, await candles(coin)] as const));
  const column = (cell: number) =>
    Object.fromEntries(each.map(([coin, rows]) => [coin, rows.map((row) => Number(row[cell]))]));
  const weight = (shift: number) => Array.from({ length: bars }, (_, day) => ((day * 3 + shift) % 5) / 10);
  return {
    times: Array.from({ length: bars }, (_, day) => from + day * DAY_MS),
    open: column(1),
    close: column(4),
    weights: { BTC: weight(0), ETH: weight(2) },
  };
};

/** The prices that the user sees: of what is held, or of what would be bought first. */
const shownPrices = async (user: TradingUser) => {
  const { positions } = await user.must('listPositions', { backtest_session_id: user.chatId });
  const held = positions
    .filter(({ asset }) => COINS.includes(asset))
    .map(({ asset, price_usdt }) => ({ coin: asset, price: price_usdt }));
  if (held.length > 0) return held;
  const { orders } = await user.must('previewRebalance', { id: user.chatId });
  return orders.map(({ coin, price }) => ({ coin, price: Number(price) }));
};

/** Trading keeps prices for a moment, and waits once it has used the exchange's requests of a minute. */
const seenPrices = (user: TradingUser, { open }: TestedMarket, bar: number) =>
  vi.waitFor(
    async () => {
      const seen = await shownPrices(user);
      expect(seen).not.toEqual([]);
      for (const { coin, price } of seen) expect(Number(price) / (open[coin]?.[bar] ?? 0)).toBeCloseTo(1, 4);
    },
    { timeout: 90_000, interval: 100 },
  );

const liveThrough = async (user: TradingUser, deploymentId: string, market: TestedMarket) => {
  const { userId } = user;
  for (let bar = 1; bar <= DAYS; bar += 1) {
    const openMs = market.times[bar] ?? 0;
    await system.exchange('/clock', { now: openMs });
    await seenPrices(user, market, bar);
    await system.rebalanceOn({ userId, deploymentId, barClose: new Date(openMs).toISOString() });
  }
};

const rows = (columns: TestedMarket['open'], from: number, to: number) =>
  Float64Array.from(
    Array.from({ length: to - from }, (_, bar) =>
      COINS.map((coin) => columns[coin]?.[from + bar] ?? 0),
    ).flat(),
  );

/** The backtest's result of the month: the value at each close. */
const backtested = ({ open, close, weights }: TestedMarket): Float64Array =>
  simulate({
    bars: DAYS,
    coins: COINS.length,
    open: rows(open, 1, DAYS + 1),
    close: rows(close, 1, DAYS + 1),
    targets: rows(weights, 0, DAYS),
    startingCapital: CAPITAL,
    feeRate: FEE,
  }).value;

/** The account's holdings, at the newest close. */
const heldAtClose = async (user: TradingUser, { close }: TestedMarket): Promise<number> => {
  const { positions } = await user.must('listPositions', { backtest_session_id: user.chatId });
  return positions.reduce(
    (sum, { asset, free, locked }) => sum + (Number(free) + Number(locked)) * (close[asset]?.at(-1) ?? 1),
    0,
  );
};

let user: TradingUser;
let deploymentId: string;
let market: TestedMarket;
const chart = () => user.must('getPerformanceChart', { deploymentId, days: 365 });

test('before anything is traded there is no twin, and the chart says so', async () => {
  market = await monthOf();
  system.tested.market = market;
  await system.exchange('/clock', { now: market.times[1] });
  user = await system.openUser('twin', 2_000);
  await user.deploy({ paper_capital_usdt: CAPITAL });
  deploymentId = (await user.must('switchAutoRebalanceOn', { id: user.chatId })).id;
  await system.refreshTwins();
  expect(await chart()).toMatchObject({
    twin: [],
    gap: { state: 'not-started', problem: null, split: null },
  });
});

// spec: trading.47
test('days on paper are the backtest of these days, once fees and prices are the same', async () => {
  await liveThrough(user, deploymentId, market);
  expect(await chart()).toMatchObject({ gap: { state: 'waiting', split: null } });
  await system.refreshTwins();
  const { twin = [], gap } = await chart();
  expect(twin).toHaveLength(DAYS + 1);
  const value = backtested(market);
  twin.slice(1).forEach(({ chart_value }, bar) => {
    expect(((1 + chart_value) * CAPITAL) / (value[bar] ?? 0)).toBeCloseTo(1, 12);
  });
  if (!gap?.split) throw new Error('the gap is not there');
  const { twin_usdt, live_usdt, parts } = gap.split;
  expect(twin_usdt).toBeCloseTo(value.at(-1) ?? 0, 6);
  expect(live_usdt).toBeCloseTo(await heldAtClose(user, market), 6);
  // Lots are left when prices and fees are taken out.
  expect({ ...parts, price: 0, skipped: 0 }).toEqual({
    ...{ signal: 0, price: 0, skipped: 0 },
    timing: expect.closeTo(0, 6),
    fee: expect.closeTo(0, 3),
  });
  expect(Math.abs(parts.skipped) / CAPITAL).toBeLessThan(LOTS);
  expect(Math.abs(parts.price) / CAPITAL).toBeLessThan(SPREADS);
});

test('it is computed once for a bar, and from what a rebalance on it has had computed', async () => {
  const asked = system.tested.asked.length;
  await system.refreshTwins();
  expect(system.tested.asked).toHaveLength(asked);
  const { rebalance_id } = await user.must('rebalanceNow', { id: user.chatId });
  await vi.waitFor(
    async () => {
      await system.refreshTwins();
      expect(system.tested.asked.slice(asked)).toEqual([rebalance_id, rebalance_id]);
    },
    { timeout: 60_000 },
  );
});

// spec: trading.49
test('a twin that fails says why, keeps what it had and disturbs no trading', async () => {
  const before = await chart();
  await user.must('rebalanceNow', { id: user.chatId });
  system.tested.failure = 'exception';
  await system.refreshTwins();
  system.tested.failure = null;
  const { twin, gap } = await chart();
  expect(twin).toEqual(before.twin);
  expect(gap).toMatchObject({ state: 'failed', split: before.gap?.split });
  expect(gap?.problem).toContain('its code raised an error in line 3');
  expect(await user.must('rebalanceNow', { id: user.chatId })).toMatchObject({ status: 'completed' });
});

test('free time that is used up is said, and the twin is made as soon as there is some again', async () => {
  await user.must('rebalanceNow', { id: user.chatId });
  system.tested.refusal = { refused: 'FAILED_RUNS_LIMIT', data: { minutes: 5, seconds: 60 } };
  await system.refreshTwins();
  system.tested.refusal = null;
  expect((await chart()).gap).toMatchObject({
    state: 'failed',
    problem: expect.stringContaining('5 minutes'),
  });
  await system.refreshTwins();
  expect((await chart()).gap).toMatchObject({ state: 'ready', problem: null });
});

test('after an accident it says so, and is made at the next look', async () => {
  await user.must('rebalanceNow', { id: user.chatId });
  system.tested.market = { ...market, weights: { BTC: [0.1], ETH: [0.1] } };
  await system.refreshTwins();
  expect(await chart()).toMatchObject({
    gap: { state: 'failed', problem: 'The live twin could not be made', split: {} },
  });
  system.tested.market = market;
  await system.refreshTwins();
  expect(await chart()).toMatchObject({ gap: { state: 'ready', problem: null } });
});

test('it is stored sealed, and goes with its user', async () => {
  const stored = await system.storedText('KV_LIVE_TWINS');
  expect(stored.length).toBeGreaterThan(100);
  expect(stored).not.toContain('skipped');
  await system.deleteUser(user.userId);
  await vi.waitFor(
    async () => expect((await system.storedText('KV_LIVE_TWINS')).length).toBeLessThan(stored.length),
    { timeout: 60_000 },
  );
});
