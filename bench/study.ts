// Times a study until its whole table is read, in turns with vectorbt on the same strategy, and measures its memory and its map.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type ExecuteInput, type RouteInput, type StudyPoint, wholeStudy } from '@tradeium/contracts';
import { scorePoint, simulate } from '@tradeium/portfolio';
import { type ApiClient, type RegisteredUser, registerUser } from '../e2e/api-client.ts';
import { MOMENTUM, saveStrategy } from '../e2e/backtest-story.ts';
import type { Candles } from '../libs/portfolio/fixtures/oracle/candles.ts';
import {
  dailyCandles,
  momentumTargets,
  reference,
  referenceCandles,
  workload,
} from '../libs/portfolio/fixtures/oracle/workloads.ts';
import {
  type BenchRow,
  below,
  median,
  milliseconds,
  printRows,
  untargeted,
  warmMedianMs,
} from './parts/bench-row.ts';
import { heatMapRow } from './parts/heat-map.ts';
import { memoryOf } from './parts/memory.ts';
import { startProduct } from './parts/started-product.ts';
import { openPeers, type Peers } from './peers/comparison.ts';
import { writeWork } from './peers/work-files.ts';

type StudyInput = RouteInput<'startStudy'>;

const TURNS = 3;
const SETTLE_MS = 20_000;
const POLL_MS = 20;
const SAMPLE_MS = 500;
const STUDY_TIMEOUT_MS = 10 * 60_000;
const FIRST_POINTS_MAX_MS = 1_000;
/** A batch ends about this long after it began, so another user's run waits no longer. */
const BATCH_MAX_MS = 3_000;
const MEMORY_MAX_BYTES = 2 ** 30;
/** Products treat buys that the fees make unaffordable differently. */
const RETURN_TOLERANCE = 0.02;

const COINS = reference.coins.slice(0, 9);
const RANGE = { start_date: '2022-01-01', end_date: '2024-12-31' };

type Strategy = {
  readonly name: string;
  readonly source: string;
  readonly parameter: string;
  readonly min: number;
};

const declared = (name: string, body: string) => `"""Studied"""
PARAMETERS = {"${name}": {"default": 50, "min": 1, "max": 300, "step": 1}, "fast": {"default": 10, "min": 1, "max": 50, "step": 1}}

def strategy(candles, settings):
    ${name} = settings.parameters["${name}"]
${body}`;

const CROSS: Strategy = {
  name: 'moving-average cross',
  parameter: 'slow',
  min: 20,
  source: declared(
    'slow',
    `    fast = settings.parameters.get("fast", 10)
    up = candles.close.rolling(fast).mean() > candles.close.rolling(slow).mean()
    return up / len(candles.coins)
`,
  ),
};
const TOP_K: Strategy = {
  name: 'top-k momentum',
  parameter: 'lookback',
  min: 10,
  source: declared(
    'lookback',
    `    momentum = candles.close.pct_change(lookback)
    best = momentum.rank(axis=1, ascending=False) <= 3
    return (best & (momentum > 0)) / 3
`,
  ),
};

/** Starts the product once for all figures. */
export const run = async (): Promise<BenchRow[]> => {
  const home = await mkdtemp(join(tmpdir(), 'tradeium-bench-'));
  const folder = await mkdtemp(join(tmpdir(), 'tradeium-bench-'));
  const peers = openPeers(folder);
  const product = await startProduct(home);
  try {
    await delay(SETTLE_MS);
    const [user, other] = [await registerUser(product.urls), await registerUser(product.urls)];
    const candles = candlesOfRange();
    const rows: BenchRow[] = [];
    for (const strategy of [CROSS, TOP_K])
      rows.push(...(await inTurns(user, peers, folder, candles, strategy)));
    rows.push(await simulationRow(candles.range));
    return [...rows, ...(await largeStudy(user, other, product.pid))];
  } finally {
    peers.stop();
    await product.stop();
    await rm(home, { recursive: true, force: true });
    await rm(folder, { recursive: true, force: true });
  }
};

type RangeCandles = { readonly all: Candles; readonly range: Candles; readonly firstBar: number };

/** The reference's daily candles of the coins and days of the study, with all bars before; and the range alone. */
const candlesOfRange = (): RangeCandles => {
  const daily = dailyCandles(referenceCandles());
  const columns = COINS.map((coin) => reference.coins.indexOf(coin));
  const day = (date: string) => daily.openTimes.indexOf(Date.parse(`${date}T00:00:00Z`));
  const [from, until] = [day(RANGE.start_date), day(RANGE.end_date) + 1];
  const between = (first: number, end: number): Candles => {
    const pick = (matrix: Float64Array) =>
      Float64Array.from({ length: (end - first) * columns.length }, (_, cell) => {
        const bar = first + Math.floor(cell / columns.length);
        return matrix[bar * daily.coins + (columns[cell % columns.length] as number)] as number;
      });
    const { open, high, low, close } = daily;
    return {
      ...daily,
      bars: end - first,
      coins: columns.length,
      openTimes: daily.openTimes.slice(first, end),
      open: pick(open),
      high: pick(high),
      low: pick(low),
      close: pick(close),
    };
  };
  return { all: between(0, until), range: between(from, until), firstBar: from };
};

const inputOf = async (user: ApiClient, { source }: Strategy, parameters: StudyInput['parameters']) => ({
  ...(await saveStrategy(user, source)),
  ...RANGE,
  portfolio: ['USDT', ...COINS],
  fees: reference.fee,
  method: 'grid' as const,
  parameters,
});

type Timed = {
  readonly studyId: string;
  readonly firstMs: number;
  readonly totalMs: number;
  readonly points: readonly StudyPoint[];
};

/** From the request to the last page of the table. */
const timedStudy = async (user: ApiClient, input: StudyInput): Promise<Timed> => {
  const startedAt = performance.now();
  const { study_id } = await user.get('startStudy', input);
  let firstMs = Number.NaN;
  for (;;) {
    const { status, done } = await user.get('readStudy', { study_id, limit: 1 });
    const ms = performance.now() - startedAt;
    if (done > 0 && Number.isNaN(firstMs)) firstMs = ms;
    if (status === 'completed') break;
    if (status !== 'running' || ms > STUDY_TIMEOUT_MS)
      throw new Error(`the study is ${status} after ${ms} ms`);
    await delay(POLL_MS);
  }
  const { points } = await wholeStudy((after) => user.get('readStudy', { study_id, after }));
  return { studyId: study_id, firstMs, totalMs: performance.now() - startedAt, points };
};

/** A hundred points of ours and of vectorbt's, in turns. */
const inTurns = async (
  user: ApiClient,
  peers: Peers,
  folder: string,
  { all, firstBar }: RangeCandles,
  strategy: Strategy,
): Promise<BenchRow[]> => {
  const { name, source, parameter, min } = strategy;
  const values = Array.from({ length: 100 }, (_, at) => min + at);
  await writeWork(folder, parameter, all, [], { source, parameter, values, first_bar: firstBar });
  const input = await inputOf(user, strategy, { [parameter]: { min, max: min + 99, step: 1 } });
  const peer = await peers.open('vectorbt');
  const [ours, theirs]: [Timed[], number[]] = [[], []];
  let fault = '';
  await timedStudy(user, input);
  for (let turn = 0; turn < TURNS; turn += 1) {
    const timed = await timedStudy(user, input);
    ours.push(timed);
    if (typeof peer === 'string') continue;
    const { ms, figures } = await peer.measure(parameter, 'study');
    theirs.push(ms);
    fault ||= faultBetween(timed.points, figures);
  }
  const ms = median(ours.map(({ totalMs }) => totalMs));
  const label = `  vectorbt's loop over the same strategy, warm`;
  const ratio = median(theirs) / ms;
  return [
    untargeted(`100 points of a ${name}, nine coins, daily, three years`, milliseconds(ms)),
    below('  its first points', median(ours.map(({ firstMs }) => firstMs)), FIRST_POINTS_MAX_MS),
    typeof peer === 'string' || fault
      ? { name: label, value: 'failed', target: fault || String(peer), met: false }
      : {
          name: label,
          value: `${milliseconds(median(theirs))} = ${ratio.toFixed(2)} ×`,
          target: '> ours',
          met: ratio > 1,
        },
  ];
};

const faultBetween = (points: readonly StudyPoint[], figures: readonly number[]): string => {
  const at = figures.findIndex((figure, index) => {
    const own = points[index]?.statistics?.total_return ?? Number.NaN;
    return !(Math.abs((1 + own) / (1 + figure) - 1) <= RETURN_TOLERANCE);
  });
  return at < 0 ? '' : `point ${at} returns ${figures[at]}, ours ${points[at]?.statistics?.total_return}`;
};

/** The part of a point that is ours, besides the strategy itself. */
const simulationRow = async (candles: Candles): Promise<BenchRow> => {
  const input = workload(candles, momentumTargets(candles, 30, 1));
  const { openTimes, barMs } = candles;
  const startingCapital = reference.initial_cash;
  const ms = await warmMedianMs(() =>
    scorePoint({ openTimes, barMs, startingCapital, simulation: simulate(input) }),
  );
  return untargeted('  simulation and statistics of a point of top-k momentum', milliseconds(ms));
};

/** Two thousand points: the most memory meanwhile, and the wait of another user's run. */
const largeStudy = async (user: RegisteredUser, other: RegisteredUser, pid: number): Promise<BenchRow[]> => {
  const single = await saveStrategy(other, MOMENTUM);
  const execute = async (run: ExecuteInput) => {
    const startedAt = performance.now();
    await other.get('executeBacktest', run);
    return performance.now() - startedAt;
  };
  await execute(single);
  const alone = median([await execute(single), await execute(single), await execute(single)]);
  const grid = { slow: { min: 20, max: 119, step: 1 }, fast: { min: 1, max: 20, step: 1 } };
  const input = await inputOf(user, CROSS, grid);
  const idle = memoryOf(pid).bytes;
  let most = 0;
  const sampling = setInterval(() => {
    most = Math.max(most, memoryOf(pid).bytes);
  }, SAMPLE_MS);
  const study = timedStudy(user, input).finally(() => clearInterval(sampling));
  await delay(BATCH_MAX_MS);
  const meanwhile: number[] = [];
  for (let at = 0; at < TURNS; at += 1) meanwhile.push(await execute(single));
  const { studyId, totalMs } = await study;
  const mebibytes = (bytes: number) => `${Math.round(bytes / 2 ** 20).toLocaleString('en')} MiB`;
  return [
    untargeted('2,000 points of the cross', milliseconds(totalMs)),
    {
      name: '  the most memory of all processes meanwhile, above that of the idle product',
      value: `${mebibytes(most - idle)} (${mebibytes(idle)} idle)`,
      target: `< ${mebibytes(MEMORY_MAX_BYTES)}`,
      met: most - idle < MEMORY_MAX_BYTES,
    },
    untargeted("  another user's run alone (median)", milliseconds(alone)),
    below('  during the study, the slowest of three', Math.max(...meanwhile), alone + BATCH_MAX_MS),
    await heatMapRow(user, input.backtest_id, studyId),
  ];
};

if (import.meta.main) printRows(await run());
