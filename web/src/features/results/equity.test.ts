// The equity curve on the screen: the numbers of the table, and every peak and trough of it.
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../lib/csv.ts';
import { equityOf, thinned } from './equity.ts';

describe('the curve of a table', () => {
  test('its times, values and drawdowns', () => {
    const table = parseCsv(
      'timestamp,BTC,USDT,portfolio_value,drawdown\n2025-01-01T00:00:00Z,1,0,10000,0\n2025-01-02T00:00:00Z,1,0,9000,-0.1\n',
    );
    expect(equityOf(table)).toEqual({
      times: ['2025-01-01T00:00:00Z', '2025-01-02T00:00:00Z'],
      values: [10_000, 9_000],
      drawdowns: [-0, -0.1],
    });
  });

  test('drawdowns are worked out when the table has none', () => {
    const table = parseCsv('timestamp,portfolio_value\na,100\nb,120\nc,90');
    expect(equityOf(table)?.drawdowns).toEqual([-0, -0, -0.25]);
  });

  test.each([
    '',
    'timestamp,value\na,1\nb,2',
    'timestamp,portfolio_value\na,1',
    'timestamp,portfolio_value\na,1\nb,x',
  ])('there is none in %j', (text) => {
    expect(equityOf(parseCsv(text))).toBeNull();
  });
});

describe('thinning', () => {
  test('a short curve is drawn whole', () => {
    expect(thinned(Float64Array.of(3, 1, 2), 3)).toEqual([0, 1, 2]);
  });

  test('a long one keeps its ends, its highest and its lowest point, in order', () => {
    const values = Float64Array.from({ length: 50_000 }, (_, index) => Math.sin(index / 900) * index);
    const kept = thinned(values, 2_000);
    expect(kept.length).toBeLessThanOrEqual(2_000);
    expect(kept).toEqual([...kept].sort((a, b) => a - b));
    expect([kept[0], kept.at(-1)]).toEqual([0, 49_999]);
    expect(kept).toContain(values.indexOf(Math.max(...values)));
    expect(kept).toContain(values.indexOf(Math.min(...values)));
  });
});
