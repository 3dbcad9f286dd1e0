// The list of trades: one row each with text and exact numbers, the newest of very many.
import type { Trades } from '@tradeium/portfolio';
import { describe, expect, it } from 'vitest';
import { buildTrades, TRADES_MAX } from './trade-list.ts';

const HOUR = 3_600_000;
const START = Date.UTC(2024, 1, 29);

const tradesOf = (count: number): Trades => ({
  bar: Int32Array.from({ length: count }, (_, at) => at),
  coin: Int32Array.from({ length: count }, (_, at) => at % 2),
  side: Int8Array.from({ length: count }, (_, at) => (at % 2 === 0 ? 1 : -1)),
  price: new Float64Array(count).fill(100.1),
  amount: new Float64Array(count).fill(1 / 3),
  fee: new Float64Array(count).fill(0.1 + 0.2),
  profit: Float64Array.from({ length: count }, (_, at) => (at % 2 === 0 ? Number.NaN : -12.345678901)),
});
const openTimes = (count: number) => Float64Array.from({ length: count }, (_, bar) => START + bar * HOUR);
const listOf = (count: number) =>
  buildTrades({ trades: tradesOf(count), coins: ['BTC', 'ETH'], openTimes: openTimes(count) });

describe('the list of trades', () => {
  it('has date, coin, side, price, amount, fee, and the profit of a closed position', () => {
    expect(listOf(2)).toBe(
      [
        'timestamp,coin,side,price,amount,fee,profit',
        '2024-02-29T00:00:00.000Z,BTC,buy,100.1,0.3333333333333333,0.30000000000000004,',
        '2024-02-29T01:00:00.000Z,ETH,sell,100.1,0.3333333333333333,0.30000000000000004,-12.345678901',
        '',
      ].join('\n'),
    );
  });

  it('of a run that traded nothing is its head', () => {
    expect(listOf(0).split('\n')).toHaveLength(2);
  });

  it('has the newest of very many', () => {
    const rows = listOf(TRADES_MAX + 3)
      .trimEnd()
      .split('\n')
      .slice(1);
    expect(rows).toHaveLength(TRADES_MAX);
    expect(rows[0]).toContain(new Date(START + 3 * HOUR).toISOString());
  });
});
