// Live trading: how long a plan takes, whether a capital can trade three years, and two hundred deployments at one bar.
import { readFile } from 'node:fs/promises';
import { checkCapital, type MarketRules, type PlanInput, planRebalance } from '@tradeium/portfolio';
import {
  dailyCandles,
  equalWeightTargets,
  referenceCandles,
  workload,
} from '../libs/portfolio/fixtures/oracle/workloads.ts';
import { dueAtOnce } from './due-at-once.ts';
import { type BenchRow, milliseconds, printRows, warmMedianMs } from './parts/bench-row.ts';

const PLAN_LIMIT_MS = 1;
const CAPITAL_LIMIT_MS = 500;
const PLANS = 200;
const THREE_YEARS = 3 * 365;

export const run = async (): Promise<BenchRow[]> => {
  const file = new URL('../libs/portfolio/fixtures/market-rules.json', import.meta.url);
  const rules = JSON.parse(await readFile(file, 'utf8')) as MarketRules[];
  return [await plans(rules), await capitals(rules), ...(await dueAtOnce())];
};

/** Half of the coins are sold, half are bought, and the cash is short. */
const plans = async (rules: readonly MarketRules[]): Promise<BenchRow> => {
  const ten = rules.slice(0, 10);
  const input: PlanInput = {
    cash: '123.45678901',
    holdings: ten.map(({ coin }, index) => ({
      coin,
      free: (index % 2 ? 7.12345678 : 0).toFixed(8),
      locked: '0',
    })),
    prices: Object.fromEntries(ten.map(({ coin }, index) => [coin, (1.37 * (index + 1)).toFixed(2)])),
    weights: Object.fromEntries(ten.map(({ coin }, index) => [coin, (index + 1) / 55])),
    rules: Object.fromEntries(ten.map((one) => [one.coin, one])),
    feeRate: 0.001,
    slippage: 0.0005,
    limitMargin: 0.01,
  };
  const ms =
    (await warmMedianMs(() => {
      for (let plan = 0; plan < PLANS; plan++) planRebalance(input);
    })) / PLANS;
  return {
    name: 'Plan of a rebalance of ten coins',
    value: milliseconds(ms),
    target: `< ${PLAN_LIMIT_MS} ms`,
    met: ms < PLAN_LIMIT_MS,
  };
};

const capitals = async (rules: readonly MarketRules[]): Promise<BenchRow> => {
  const daily = dailyCandles(referenceCandles());
  const whole = workload(daily, equalWeightTargets(daily, 1));
  const cells = THREE_YEARS * whole.coins;
  const part = (matrix: Float64Array) => matrix.slice(-cells);
  const three = {
    ...whole,
    bars: THREE_YEARS,
    open: part(whole.open),
    close: part(whole.close),
    targets: part(whole.targets),
  };
  const ms = await warmMedianMs(() => checkCapital(three, rules.slice(0, whole.coins)));
  return {
    name: `Capitals that can trade ${THREE_YEARS} daily bars × ${whole.coins} coins`,
    value: milliseconds(ms),
    target: `< ${CAPITAL_LIMIT_MS} ms`,
    met: ms < CAPITAL_LIMIT_MS,
  };
};

if (import.meta.main) printRows(await run());
