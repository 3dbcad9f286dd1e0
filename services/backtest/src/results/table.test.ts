// The table of a run: its columns, exact numbers and sums.
import { type FillLog, holdingWeights, type SimulationInput, simulate } from '@tradeium/portfolio';
import { describe, expect, it } from 'vitest';
import { buildTable } from './table.ts';

const HOUR = 3_600_000;
const leave = Number.NaN;

const tableOf = (coins: string[], open: number[][], targets: number[][], feeRate = 0.001) => {
  const input: SimulationInput = {
    bars: open.length,
    coins: coins.length,
    open: Float64Array.from(open.flat()),
    close: Float64Array.from(open.flat()),
    targets: Float64Array.from(targets.flat()),
    startingCapital: 10_000,
    feeRate,
  };
  const simulation = simulate({ ...input, recordFills: true });
  const held = { coins, close: input.close, fills: simulation.fills as FillLog };
  const holdings = holdingWeights(held, simulation.value);
  const openTimes = Float64Array.from(open, (_, bar) => Date.UTC(2024, 1, 28, 23) + bar * HOUR);
  return {
    simulation,
    holdings,
    csv: buildTable({ coins, openTimes, targets: input.targets, holdings, simulation }).toString(),
  };
};

describe('a table', () => {
  it('has a row for each bar, with target weights, held weights, and the values at its close', () => {
    const { csv } = tableOf(
      ['BTC', 'ETH'],
      [
        [100, 10],
        [100, 10],
        [200, 10],
      ],
      [
        [leave, leave],
        [0.5, 0.25],
        [leave, leave],
      ],
      0,
    );
    expect(csv).toBe(
      [
        'timestamp,target_BTC,target_ETH,target_USDT,held_BTC,held_ETH,held_USDT,portfolio_value,return,drawdown,turnover,fees',
        '2024-02-28T23:00:00.000Z,0,0,1,0,0,1,10000,0,0,0,0',
        '2024-02-29T00:00:00.000Z,0.5,0.25,0.25,0.5,0.25,0.25,10000,0,0,0.75,0',
        '2024-02-29T01:00:00.000Z,0.5,0.25,0.25,0.6666666666666666,0.16666666666666666,0.1666666666666667,15000,0.5,0,0,0',
        '',
      ].join('\n'),
    );
  });

  it('gives numbers that read back exactly', () => {
    const { csv, simulation } = tableOf(
      ['BTC'],
      [[3], [7], [0.1], [2.2]],
      [[1 / 3], [leave], [0.7], [0]],
      0.0123,
    );
    const rows = csv.trimEnd().split('\n').slice(1);
    expect(rows.map((row) => Number(row.split(',')[5]))).toEqual([...simulation.value]);
    expect(rows.map((row) => Number(row.split(',')[6]))).toEqual([...simulation.returns]);
    expect(rows.map((row) => Number(row.split(',')[7]))).toEqual([...simulation.drawdown]);
    expect(rows.map((row) => Number(row.split(',')[9]))).toEqual([...simulation.fees]);
    expect(rows.map((row) => Number(row.split(',')[1]))).toEqual([1 / 3, 1 / 3, 0.7, 0]);
  });

  // spec: results.65
  it('has held weights that read back exactly, and nothing but a digit for all and nothing', () => {
    const { csv, holdings } = tableOf(
      ['BTC', 'ETH'],
      [
        [3, 3],
        [7, 3],
        [0.1, 3],
      ],
      [
        [0.5, 1 / 3],
        [1, 0],
        [leave, leave],
      ],
      0,
    );
    const rows = csv.trimEnd().split('\n').slice(1);
    const held = rows.map((row) => row.split(',').slice(4, 7));
    expect(held.flat().map(Number)).toEqual([...holdings]);
    expect(held[0]).toEqual(['0.5', '0.3333333333333333', '0.16666666666666669']);
    expect(held[1]).toEqual(['1', '0', '0']);
  });

  it('is only USDT for a portfolio without coins', () => {
    const { csv } = tableOf([], [[]], [[]]);
    expect(csv).toBe(
      'timestamp,target_USDT,held_USDT,portfolio_value,return,drawdown,turnover,fees\n2024-02-28T23:00:00.000Z,1,1,10000,0,0,0,0\n',
    );
  });
});
