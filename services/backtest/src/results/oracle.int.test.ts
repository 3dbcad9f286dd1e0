// Strategies in Python, run in the sandbox and traded by the engine, match an independent simulator.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runStrategyFile } from '@tradeium/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Candles } from '../../../../libs/portfolio/fixtures/oracle/candles.ts';
import {
  firstCoin,
  reference,
  referenceCandles,
} from '../../../../libs/portfolio/fixtures/oracle/workloads.ts';
import { columnOf, encodePanel, type Panel } from '../candles/panel.ts';
import { simulateRun } from './simulate-run.ts';
import { decodeWeights } from './weights-file.ts';

const HOUR_MS = 3_600_000;
const FIXTURES = fileURLToPath(new URL('../../../strategy-runner/fixtures/', import.meta.url));

let directory: string;
let hourly: Candles;
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'oracle-'));
  hourly = referenceCandles();
});
afterAll(() => rm(directory, { recursive: true, force: true }));

/** The reference's candles, after `warmUp` flat bars at the first open: bar 0's trades are decided before it. */
const panelOf = (candles: Candles, coins: readonly string[], warmUp: number): Panel => {
  const { bars, openTimes } = candles;
  const length = bars + warmUp;
  const startMs = (openTimes[0] as number) - warmUp * HOUR_MS;
  const column = (field: 'open' | 'high' | 'low' | 'close', coin: number) =>
    Float64Array.from({ length }, (_, bar) =>
      bar < warmUp
        ? (candles.open[coin] as number)
        : (candles[field][(bar - warmUp) * candles.coins + coin] as number),
    );
  const columns = coins.flatMap((coin, at) => [
    ...(['open', 'high', 'low', 'close'] as const).map(
      (field) => [columnOf(coin, field), column(field, at)] as const,
    ),
    [columnOf(coin, 'volume'), new Float64Array(length)] as const,
  ]);
  return {
    timeframe: '1h',
    coins,
    timestamps: Float64Array.from({ length }, (_, bar) => startMs + bar * HOUR_MS),
    firstBar: warmUp,
    columns: new Map(columns),
    filled: new Map(coins.map((coin) => [coin, new Uint8Array(length)])),
    filledCandles: 0,
    syntheticCandles: 0,
    syntheticWarmUp: [],
  };
};

test.for(['W0', 'W1', 'W2'] as const)('%s', async (name) => {
  const coins = name === 'W0' ? reference.coins.slice(0, 1) : reference.coins;
  const candles = name === 'W0' ? firstCoin(hourly) : hourly;
  const panel = panelOf(candles, coins, name === 'W1' ? 1 : 0);
  const files = {
    strategy: join(FIXTURES, `oracle_${name.toLowerCase()}.py`),
    candles: join(directory, `${name}.candles.arrow`),
    weights: join(directory, `${name}.weights.arrow`),
  };
  await writeFile(files.candles, encodePanel(panel));
  expect(await runStrategyFile(files)).toMatchObject({
    ok: true,
    causality: { made_up_tested: 4, reproducible: true, look_ahead: null, failed: null, made_up: null },
  });
  const weights = decodeWeights(await readFile(files.weights), panel);
  const { simulation } = simulateRun(panel, weights, { fees: reference.fee });
  const { totals } = simulation;
  const { final, fees, turnover, fills } = reference[name].prorata;
  expect(Math.abs(totals.finalValue / final - 1)).toBeLessThan(1e-9);
  expect(Math.abs(totals.feesPaid / fees - 1)).toBeLessThan(1e-9);
  expect(Math.abs(totals.tradedNotional / turnover - 1)).toBeLessThan(1e-9);
  expect(totals.fills).toBe(fills);
});
