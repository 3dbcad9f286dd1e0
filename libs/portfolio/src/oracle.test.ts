// The engine against an independent simulator on five years of real candles: every figure to a relative 1e-9.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  crossoverTargets,
  dailyCandles,
  equalWeightTargets,
  firstCoin,
  momentumTargets,
  reference,
  referenceCandles,
  workload,
} from '../fixtures/oracle/workloads.ts';
import { type Simulation, simulate } from './index.ts';

const hourly = referenceCandles();
const daily = dailyCandles(hourly);
const works = {
  W0: workload(firstCoin(hourly), crossoverTargets(firstCoin(hourly))),
  W1: workload(hourly, equalWeightTargets(hourly, 24)),
  W2: workload(hourly, momentumTargets(hourly, 720, 24)),
  'W1 daily candles': workload(daily, equalWeightTargets(daily, 1)),
  'W2 daily candles': workload(daily, momentumTargets(daily, 30, 1)),
};

describe('the reference simulator', () => {
  it('was given the same candles', () => {
    const hash = createHash('sha256');
    for (const prices of [hourly.open, hourly.high, hourly.low, hourly.close]) {
      hash.update(new Uint8Array(prices.buffer));
    }
    expect(hash.digest('hex')).toBe(reference.prices_sha256);
    expect(hourly.filled).toBe(reference.outage_candles_filled);
  });

  it.each(Object.keys(works) as (keyof typeof works)[])(
    'agrees on value, fees, turnover and fills of %s',
    (name) => {
      const { totals } = simulate(works[name]);
      const { prorata, rebalances } = reference[name];
      expectClose(totals.finalValue, prorata.final);
      expectClose(totals.feesPaid, prorata.fees);
      expectClose(totals.tradedNotional, prorata.turnover);
      expect(totals.fills).toBe(prorata.fills);
      expect(totals.rebalances).toBeLessThanOrEqual(rebalances);
    },
  );

  it('agrees on all hundred lookbacks of W3', () => {
    reference.W3.lookbacks.forEach((lookback, run) => {
      const { totals } = simulate(workload(daily, momentumTargets(daily, lookback, 1)));
      expectClose(totals.finalValue, reference.W3.prorata[run] as number);
    });
  });

  it('agrees on the value at the end of every single day', () => {
    const curves = { W0: simulate(works.W0), W1: simulate(works.W1), W2: simulate(works.W2) };
    const [head, ...rows] = readFileSync(
      new URL('../fixtures/oracle/real-equity.csv', import.meta.url),
      'utf8',
    )
      .trim()
      .split('\n');
    expect(head).toBe('timestamp,W0,W1,W2');
    expect(rows.length).toBe(reference.rows / 24);
    for (const row of rows) {
      const [time, ...values] = row.split(',').map(Number) as [number, number, number, number];
      const bar = (time - (hourly.openTimes[0] as number)) / hourly.barMs;
      [curves.W0, curves.W1, curves.W2].forEach((curve: Simulation, work) => {
        expectClose(curve.value[bar] as number, values[work] as number);
      });
    }
  });
});

const expectClose = (found: number, wanted: number): void => {
  if (Math.abs(found / wanted - 1) > 1e-9) expect(found).toBe(wanted);
};
