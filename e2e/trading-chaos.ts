// Rebalances through chaos: orders whose outcome is unknown, and processes that end at random; then everything is audited.
import { setTimeout as delay } from 'node:timers/promises';
import { type ExecuteResponse, MESSAGES, type TradingRebalance } from '@tradeium/contracts';
import { until } from '@tradeium/testing/until';
import { connectOperator } from '../scripts/running-system.ts';
import type { TradingAudit } from '../services/trading/src/audit/audit-orders.ts';
import { verifyTrading } from '../services/trading/src/audit/verify-trading.ts';
import { type ApiClient, registerUser } from './api-client.ts';
import { endOfRun, MOMENTUM, saveStrategy } from './backtest-story.ts';
import { openBus } from './bus.ts';

export type ChaosSystem = {
  readonly urls: {
    readonly gateway: string;
    readonly mail: string;
    readonly nats: string;
    readonly exchange: string;
  };
  /** Ends a process as a crash would; resolves when it has restarted. */
  readonly crash: (name: Victim) => Promise<unknown>;
};

const VICTIMS = ['trading', 'temporal', 'nats', 'strategy-runner'] as const;
export type Victim = (typeof VICTIMS)[number];

export type ChaosOptions = {
  readonly users: number;
  /** Of each user. */
  readonly rebalances: number;
  readonly seed: number;
  /** In how many of ten rounds a process is killed. */
  readonly killsOfTen: number;
  /** No round begins after so long. */
  readonly minutesMax?: number;
  readonly say?: (line: string) => void;
};

/** Three days move prices enough for every rebalance to trade. */
const STEP_MS = 259_200_000;
const KILL_WITHIN_MS = 3_000;
const RUN_TIMEOUT_MS = 90_000;
/** Whatever is down comes back. */
const PERSISTENT = { timeoutMs: 120_000, pauseMs: 200 };
const CAPITAL_USDT = 10_000;
const MICRO_VUT = 1_000_000;
const VUT_OF_REBALANCE = 50;

/** Together a tenth of all orders: half of them are accepted, half not, and the client cannot tell. */
const AMBIGUITIES = [
  { fault: 'cut-after-accept', probability: 0.03 },
  { fault: 'cut-before-accept', probability: 0.03 },
  { fault: 'error-after-accept', probability: 0.015 },
  { fault: 'error-before-accept', probability: 0.015 },
  { fault: 'time-out-after-accept', probability: 0.005 },
  { fault: 'time-out-before-accept', probability: 0.005 },
];

/** Numbers in [0, 1), the same for the same seed. */
const drawer = (seed: number) => {
  let state = seed >>> 0;
  return (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
};

export type Trader = { readonly client: ApiClient; readonly chatId: string };

export const openTrader = async (
  { urls }: Pick<ChaosSystem, 'urls'>,
  rebalances: number,
): Promise<Trader> => {
  const client = await registerUser(urls);
  const bus = await openBus(urls, client.userId);
  const amount = rebalances * 4 * VUT_OF_REBALANCE * MICRO_VUT;
  const gift = { accountId: client.userId, operationId: `chaos:${client.userId}`, amount, reason: 'chaos' };
  await bus.ask(MESSAGES.grantCredits, gift as never);
  await bus.close();
  const input = { ...(await saveStrategy(client, MOMENTUM)), run_id: `run-${client.userId}` };
  const { body } = await endOfRun(client, input, RUN_TIMEOUT_MS);
  const { filename } = body as ExecuteResponse;
  if (filename === null) throw new Error(`the backtest failed: ${JSON.stringify(body)}`);
  await client.get('saveDeployment', {
    backtest_session_id: input.backtest_id,
    backtest_folder_name: filename,
    mode: 'paper',
    paper_capital_usdt: CAPITAL_USDT,
  });
  return { client, chatId: input.backtest_id };
};

/** Begins a rebalance and waits until none is under way; a paused deployment is resumed, as its user would. */
export const rebalance = async ({ client, chatId: id }: Trader): Promise<TradingRebalance[]> => {
  await client.call('resumeDeployment', { id }).catch(() => undefined);
  await client.call('rebalanceNow', { id }).catch(() => undefined);
  const ended = async () => {
    const all = await client.get('listRebalances', { id });
    return all.some(({ status }) => status === 'running') ? undefined : all;
  };
  return until(`the end of the rebalances of ${id}`, ended, PERSISTENT);
};

export const control = async (url: string, method: string, path: string, body?: object): Promise<void> => {
  await fetch(url + path, { method, ...(body && { body: JSON.stringify(body) }) });
};

/** The audit once every rebalance has ended and no order is in doubt. */
export const settledAudit = ({ urls }: Pick<ChaosSystem, 'urls'>): Promise<TradingAudit> =>
  until(
    'the end of open orders and rebalances',
    async () => {
      const nc = await connectOperator(urls);
      const audit = await verifyTrading(nc, urls.exchange).finally(() => nc.close());
      const isDone = audit.open.length === 0 && audit.rebalances.started === audit.rebalances.ended;
      return isDone ? audit : undefined;
    },
    PERSISTENT,
  );

/** After the last round nothing is left in doubt: a rebalance without faults looks up what is open. */
const settle = async (system: ChaosSystem, traders: readonly Trader[]): Promise<TradingAudit> => {
  await control(system.urls.exchange, 'DELETE', '/faults');
  await Promise.all(traders.map(rebalance));
  return settledAudit(system);
};

export const tradeThroughChaos = async (
  system: ChaosSystem,
  options: ChaosOptions,
): Promise<TradingAudit & { readonly kills: number }> => {
  const draw = drawer(options.seed);
  const opening = Array.from({ length: options.users }, () => openTrader(system, options.rebalances));
  const traders = await Promise.all(opening);
  for (const [index, fault] of AMBIGUITIES.entries())
    await control(system.urls.exchange, 'POST', '/faults', {
      ...fault,
      times: null,
      seed: options.seed * 100 + index,
    });
  let kills = 0;
  const lastBeginMs = performance.now() + (options.minutesMax ?? Number.POSITIVE_INFINITY) * 60_000;
  for (let round = 1; round <= options.rebalances && performance.now() < lastBeginMs; round += 1) {
    const isKilling = draw() * 10 < options.killsOfTen;
    const victim = VICTIMS[Math.floor(draw() * VICTIMS.length)] ?? 'trading';
    const killAfterMs = draw() * KILL_WITHIN_MS;
    const killing = isKilling ? delay(killAfterMs).then(() => system.crash(victim)) : undefined;
    if (killing) kills += 1;
    await Promise.all([...traders.map(rebalance), killing]);
    await control(system.urls.exchange, 'POST', '/clock', { advance_ms: STEP_MS });
    options.say?.(
      `round ${round}${isKilling ? `: ${victim} killed after ${Math.round(killAfterMs)} ms` : ''}`,
    );
  }
  const audit = await settle(system, traders);
  // Others may use the exchange afterwards.
  await control(system.urls.exchange, 'POST', '/clock', { now: Date.now() });
  return { ...audit, kills };
};
