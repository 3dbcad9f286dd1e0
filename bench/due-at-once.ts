// Two hundred deployments on paper that are due at the same bar, in the running product: when each starts and trades.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type DeploymentEvent, fromVut, MESSAGES, type Message, messageOf } from '@tradeium/contracts';
import { openBlobs, openRequestClient, outputOf, type RequestClient } from '@tradeium/service-kit';
import { until } from '@tradeium/testing/until';
import type { NatsConnection } from 'nats';
import type { z } from 'zod';
import { connectOperator } from '../scripts/running-system.ts';
import { fireSchedules } from '../services/trading/fixtures/fire-schedules.ts';
import { readDeployments, verifyTrading } from '../services/trading/src/audit/verify-trading.ts';
import { AFTER_CLOSE_MS } from '../services/trading/src/domain/bar-times.ts';
import { type BenchRow, below, median, quantile, untargeted } from './parts/bench-row.ts';
import { startProduct } from './parts/started-product.ts';

const DEPLOYMENTS = 200;
const STARTED_MAX_MS = 60_000;
const FIRST_ORDER_MAX_MS = 5_000;
const PREPARED_AT_ONCE = 4;
const CREDITS_VUT = 1_000;
const END_TIMEOUT_MS = 20 * 60_000;
const POLL_MS = 2_000;
const RUN_WAIT_MS = 20_000;
/** The first run fetches years of candles. */
const PATIENT = { timeoutMs: 120_000 };

/** Its weights never stay as they are, so each rebalance trades. */
const STRATEGY = `def strategy(candles, settings):
    momentum = candles.close.pct_change(30)
    return momentum.rank(axis=1).div(momentum.rank(axis=1).sum(axis=1), axis=0)
`;

type Urls = { readonly nats: string; readonly exchange: string; readonly temporal: string };

type User = {
  /** The output of a message of the services or of the API; throws on a refusal. */
  ask<Input extends z.ZodType, Output extends z.ZodType>(
    message: Message<Input, Output>,
    input: z.input<Input>,
  ): Promise<z.output<Output>>;
};

const asUser = (client: RequestClient, userId: string): User => ({
  ask: async (message, input) => {
    const context = { userId, commandId: randomUUID(), correlationId: userId };
    return outputOf(await client.request(message, input, context, PATIENT));
  },
});

const SETTINGS = {
  portfolio: ['USDT', 'BTC', 'ETH'],
  fees: 0.001,
  timeframe: '24h' as const,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
  focused_strategy: 'strategy_0',
};

/** The name of the result's folder. */
const tested = async (user: User, chatId: string): Promise<string> => {
  const run_id = randomUUID();
  await user.ask(MESSAGES.startRun, { ...SETTINGS, backtest_id: chatId, run_id });
  for (;;) {
    const { result } = await user.ask(MESSAGES.awaitRun, { run_id, waitMs: RUN_WAIT_MS });
    if (result?.filename) return result.filename;
    if (result) throw new Error(`a backtest failed: ${JSON.stringify(result)}`);
  }
};

/** A user with a tested strategy on paper that rebalances automatically; the id of the deployment. */
const deployed = async (client: RequestClient): Promise<string> => {
  const userId = `bench-${randomUUID()}`;
  const user = asUser(client, userId);
  const amount = fromVut(CREDITS_VUT);
  await user.ask(MESSAGES.grantCredits, { accountId: userId, operationId: userId, amount, reason: 'bench' });
  const { id } = await user.ask(messageOf('createChat'), { name: 'Bench' });
  await user.ask(messageOf('applyStrategy'), { id, strategy_code: STRATEGY });
  const place = { backtest_session_id: id, backtest_folder_name: await tested(user, id) };
  const deployment = await user.ask(messageOf('saveDeployment'), { ...place, mode: 'paper' });
  await user.ask(messageOf('switchAutoRebalanceOn'), { id });
  return deployment.id;
};

const prepared = async (client: RequestClient, count: number): Promise<string[]> => {
  const ids: string[] = [];
  let left = count;
  const work = async (): Promise<void> => {
    while (left > 0) {
      left -= 1;
      ids.push(await deployed(client));
    }
  };
  await Promise.all(Array.from({ length: PREPARED_AT_ONCE }, work));
  return ids;
};

const untilEnded = (nc: NatsConnection, count: number): Promise<DeploymentEvent[]> => {
  const allEnded = async () => {
    const events = await readDeployments(nc);
    const ended = events.filter(({ type }) => type === 'RebalanceCompleted' || type === 'RebalanceFailed');
    return ended.length >= count ? events : undefined;
  };
  return until(`the end of ${count} rebalances`, allEnded, { timeoutMs: END_TIMEOUT_MS, pauseMs: POLL_MS });
};

type Times = { readonly started: Map<string, number>; readonly firstOrder: Map<string, number> };

/** By deployment, when its first rebalance started and sent its first order, ms since the epoch. */
const timesOf = (events: readonly DeploymentEvent[]): Times => {
  const times: Times = { started: new Map(), firstOrder: new Map() };
  const note = (map: Map<string, number>, id: string, at: string): void => {
    if (!map.has(id)) map.set(id, Date.parse(at));
  };
  for (const event of events) {
    const { deploymentId } = event.data;
    if (event.type === 'RebalanceStarted') note(times.started, deploymentId, event.data.startedAt);
    if (event.type === 'OrderIntended') note(times.firstOrder, deploymentId, event.data.at);
  }
  return times;
};

const countOf = (events: readonly DeploymentEvent[], type: DeploymentEvent['type']): number =>
  events.filter((event) => event.type === type).length;

const measure = async (urls: Urls): Promise<BenchRow[]> => {
  const nc = await connectOperator(urls);
  try {
    const client = openRequestClient(nc, openBlobs({ directory: tmpdir() }));
    const [alone = '', ...others] = await prepared(client, DEPLOYMENTS + 1);
    const first = await fireSchedules(urls.temporal, [alone]);
    const single = timesOf(await untilEnded(nc, 1)).firstOrder.get(alone) ?? Number.NaN;
    const singleMs = single - first.closeMs;

    const { closeMs, dueMs } = await fireSchedules(urls.temporal, others);
    const events = await untilEnded(nc, DEPLOYMENTS + 1);
    const { started, firstOrder } = timesOf(events);
    const since = (map: Map<string, number>) => others.map((id) => (map.get(id) ?? Number.NaN) - closeMs);
    const waited = others.map((id) => (firstOrder.get(id) ?? Number.NaN) - closeMs - (dueMs.get(id) ?? 0));
    const weight = (await (await fetch(`${urls.exchange}/weight`)).json()) as Record<string, number>;
    const { limit_per_minute: limit = 0, most_in_a_minute: most = Number.NaN } = weight;
    const audit = await verifyTrading(nc, urls.exchange);
    const left = countOf(events, 'OrderRejected') + countOf(events, 'RebalanceFailed');
    return [
      below(
        'One deployment: from the close of its bar to its first order',
        AFTER_CLOSE_MS + singleMs,
        FIRST_ORDER_MAX_MS,
      ),
      below(
        `${DEPLOYMENTS} deployments due at one bar: until all have started`,
        Math.max(...since(started)),
        STARTED_MAX_MS,
      ),
      untargeted('from due to the first order, median', `${Math.round(median(waited))} ms`),
      untargeted('from due to the first order, 99 %', `${Math.round(quantile(waited, 0.99))} ms`),
      {
        name: 'weight of the busiest minute at the exchange',
        value: `${most}`,
        target: `≤ ${limit}`,
        met: most <= limit,
      },
      {
        name: 'orders refused, rebalances failed, and differences between both books',
        value: `${left + audit.differences.length + audit.duplicates.length + audit.orphans.length}`,
        target: '0',
        met: left === 0 && audit.ok,
      },
    ];
  } finally {
    await nc.close();
  }
};

export const dueAtOnce = async (): Promise<BenchRow[]> => {
  const home = await mkdtemp(join(tmpdir(), 'tradeium-bench-trading-'));
  try {
    const product = await startProduct(home);
    try {
      return await measure(product.urls as unknown as Urls);
    } finally {
      await product.stop();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};
