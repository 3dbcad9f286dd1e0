// A user's wait from Execute Backtest to the answer, through the whole running product; and its second start.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type ExecuteInput,
  type ExecuteResponse,
  type RunProgress,
  runProgressSubject,
} from '@tradeium/contracts';
import type { NatsConnection } from 'nats';
import { type ApiClient, registerUser } from '../e2e/api-client.ts';
import { MOMENTUM, saveStrategy } from '../e2e/backtest-story.ts';
import { connectOperator } from '../scripts/running-system.ts';
import { type BenchRow, below, milliseconds, printRows, quantile, untargeted } from './parts/bench-row.ts';
import { dateRangeRow } from './parts/date-range.ts';
import { runnerTimings } from './parts/runner-timings.ts';
import { startProduct } from './parts/started-product.ts';

const RUNS = 30;
const WARM_UP_RUNS = 3;
/** A user trying one thing after another; meanwhile the runner prepares its next interpreter. */
const PAUSE_MS = 2_000;
/** After the ready line read models, schedules and interpreters are still being prepared. */
const SETTLE_MS = 30_000;

const RESPONSE_MAX_MS = 1_200;
const COMPUTATION_MAX_MS = 400;
/** The most that the tests for look-ahead may cost: as much as all the rest of a run. */
const HONESTY_FACTOR_MAX = 2;
const START_MAX_MS = 20_000;

/** From the request to the answer, and of that from the candles' hand-over to the end of the simulation. */
type Timing = { runId: string; responseMs: number; computationMs: number };

/** Executes once. The steps are taken from the run's progress, as they are published. */
const executeOnce = async (user: ApiClient, nc: NatsConnection, input: ExecuteInput): Promise<Timing> => {
  const at = new Map<RunProgress['step'], number>();
  const subscription = nc.subscribe(runProgressSubject('*'), {
    callback: (_, message) => {
      const { step } = message.json<RunProgress>();
      if (!at.has(step)) at.set(step, performance.now());
    },
  });
  const runId = randomUUID();
  const startedAt = performance.now();
  const { success, error } = (await user.get('executeBacktest', {
    ...input,
    run_id: runId,
  })) as ExecuteResponse;
  const responseMs = performance.now() - startedAt;
  subscription.unsubscribe();
  if (!success) throw new Error(`the backtest failed: ${error}`);
  const computationMs =
    (at.get('writing_results') ?? Number.NaN) - (at.get('running_strategy') ?? Number.NaN);
  return { runId, responseMs, computationMs };
};

const executeOften = async (
  user: ApiClient,
  nc: NatsConnection,
  input: ExecuteInput,
  times: { runs: number; pauseMs: number },
): Promise<Timing[]> => {
  const timings: Timing[] = [];
  for (let run = 0; run < times.runs; run += 1) {
    timings.push(await executeOnce(user, nc, input));
    await delay(times.pauseMs);
  }
  return timings;
};

/** Whole runs, compared with what is left of the same runs without their tests for look-ahead. */
const honestyRows = async (home: string, runs: readonly Timing[]): Promise<BenchRow[]> => {
  const inRunner = await runnerTimings(home);
  const others = runs.map(({ runId, responseMs }) => ({
    responseMs,
    otherMs: responseMs - (inRunner.get(runId)?.causality ?? Number.NaN),
  }));
  const factor = quantile(
    others.map(({ responseMs, otherMs }) => responseMs / otherMs),
    0.5,
  );
  const withoutMs = quantile(
    others.map(({ otherMs }) => otherMs),
    0.5,
  );
  return [
    untargeted('  without its tests for look-ahead (p50)', milliseconds(withoutMs)),
    {
      name: '  with them, compared with that (p50)',
      value: `${factor.toFixed(2)} ×`,
      target: `≤ ${HONESTY_FACTOR_MAX} ×`,
      met: factor <= HONESTY_FACTOR_MAX,
    },
  ];
};

type Urls = { gateway: string; mail: string; nats: string };

/** One year of daily candles, a full portfolio; the product's state is in `home`. */
const measure = async (urls: Urls, home: string): Promise<BenchRow[]> => {
  const user = await registerUser(urls);
  const portfolio = ['USDT', 'BTC', 'ETH', 'XRP', 'BNB', 'ADA', 'SOL', 'DOT', 'AVAX', 'LINK'];
  const input = { ...(await saveStrategy(user, MOMENTUM)), portfolio };
  const nc = await connectOperator(urls);
  try {
    await executeOften(user, nc, input, { runs: WARM_UP_RUNS, pauseMs: PAUSE_MS });
    const paced = await executeOften(user, nc, input, { runs: RUNS, pauseMs: PAUSE_MS });
    const hurried = await executeOften(user, nc, input, { runs: RUNS, pauseMs: 0 });
    const responses = paced.map(({ responseMs }) => responseMs);
    const computation = quantile(
      paced.map(({ computationMs }) => computationMs),
      0.5,
    );
    const middle = quantile(responses, 0.5);
    const pressed = quantile(
      hurried.map(({ responseMs }) => responseMs),
      0.5,
    );
    return [
      below('Execute → response: daily, 10 entries, one year (p50)', middle, RESPONSE_MAX_MS),
      untargeted('  the same, p95', milliseconds(quantile(responses, 0.95))),
      below('  of which strategy, honesty checks and simulation (p50)', computation, COMPUTATION_MAX_MS),
      ...(await honestyRows(home, paced)),
      untargeted('  without a pause between runs (p50)', milliseconds(pressed)),
      await dateRangeRow(user),
    ];
  } finally {
    await nc.close();
  }
};

/** Starts the product twice in its own home; measures the second start and the runs. */
export const run = async (): Promise<BenchRow[]> => {
  const home = await mkdtemp(join(tmpdir(), 'tradeium-bench-'));
  try {
    await (await startProduct(home)).stop();
    const product = await startProduct(home);
    try {
      await delay(SETTLE_MS);
      const start: BenchRow = {
        name: 'Second start, to the ready line',
        value: `${(product.startedInMs / 1000).toFixed(1)} s`,
        target: `< ${START_MAX_MS / 1000} s`,
        met: product.startedInMs < START_MAX_MS,
      };
      return [...(await measure(product.urls, home)), start];
    } finally {
      await product.stop();
    }
  } finally {
    await rm(home, { recursive: true, force: true });
  }
};

if (import.meta.main) printRows(await run());
