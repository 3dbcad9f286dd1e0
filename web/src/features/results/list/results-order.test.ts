// The list of results: what is searched for, in the order that was chosen.
import { describe, expect, test } from 'vitest';
import { someFolder } from '../../../testing/samples.ts';
import { areRangesUneven, FIRST_ORDER, orderAfter, searchedResults, sortedResults } from './results-order.ts';

const [calm, wild, old] = [
  someFolder('calm', 'Calm one', { total_return: 0.1, sharpe_ratio: 2, portfolio: ['USDT', 'BTC'] }),
  someFolder('wild', 'Wild one', { total_return: 0.9, sharpe_ratio: 0.5, timeframe: '1h' }),
  someFolder('old', 'A first try', { sharpe_ratio: null, start_date: '2019-01-01' }),
];
const ALL = [calm, wild, old];
const namesOf = (files: readonly { filename: string }[]) => files.map(({ filename }) => filename);

describe('results', () => {
  test('are sorted by a figure, those without one last either way', () => {
    expect(namesOf(sortedResults(ALL, { by: 'sharpe_ratio', isDescending: true }))).toEqual([
      'Calm one',
      'Wild one',
      'A first try',
    ]);
    expect(namesOf(sortedResults(ALL, { by: 'sharpe_ratio', isDescending: false }))).toEqual([
      'Wild one',
      'Calm one',
      'A first try',
    ]);
  });

  test('are sorted by name', () => {
    expect(namesOf(sortedResults(ALL, orderAfter(FIRST_ORDER, 'name')))).toEqual([
      'A first try',
      'Calm one',
      'Wild one',
    ]);
  });

  test('turn round when the same column is chosen again', () => {
    const once = orderAfter(FIRST_ORDER, 'sharpe_ratio');
    expect(once).toEqual({ by: 'sharpe_ratio', isDescending: true });
    expect(orderAfter(once, 'sharpe_ratio').isDescending).toBe(false);
  });

  test('are of uneven ranges where days differ and a return of a year is known', () => {
    const year = someFolder('a', 'A', { cagr: 0.1 });
    const longer = someFolder('b', 'B', { start_date: '2020-01-01', cagr: 0.2 });
    const unknown = someFolder('c', 'C', { start_date: '2020-01-01' });
    expect(areRangesUneven([year, longer])).toBe(true);
    expect(areRangesUneven([year, unknown])).toBe(true);
    expect(areRangesUneven([year, year])).toBe(false);
    expect(areRangesUneven([unknown, someFolder('d', 'D')])).toBe(false);
    expect(areRangesUneven([])).toBe(false);
  });

  test('are found by name, strategy, coin, interval and date, all words at once', () => {
    expect(namesOf(searchedResults(ALL, 'calm'))).toEqual(['Calm one']);
    expect(namesOf(searchedResults(ALL, 'ETH one'))).toEqual(['Wild one']);
    expect(namesOf(searchedResults(ALL, '1h'))).toEqual(['Wild one']);
    expect(namesOf(searchedResults(ALL, '2019'))).toEqual(['A first try']);
    expect(searchedResults(ALL, 'momentum')).toHaveLength(3);
    expect(searchedResults(ALL, '  ')).toHaveLength(3);
    expect(searchedResults(ALL, 'nothing like it')).toEqual([]);
  });
});
