// The places of points on axes, whichever way values are listed, and their neighbours.
import { expect, test } from 'vitest';
import type { StudyAxis, StudyPoint } from '../http/study-shapes.ts';
import { studySurface } from './surface.ts';

const pointOf = (parameters: object, settings: object = {}): StudyPoint =>
  ({ parameters, settings }) as StudyPoint;
const SETTINGS: Parameters<typeof studySurface>[0]['settings'] = {
  portfolio: [],
  timeframe: '24h',
  fees: 0.001,
  start_date: '2024-01-01',
  end_date: '2024-12-31',
};

test('numbers and intervals have an order, words have not; an axis of one value is none', () => {
  const axes: StudyAxis[] = [
    { kind: 'parameter', name: 'lookback', values: [30, 10, 20] },
    { kind: 'parameter', name: 'mode', values: ['b', 'a'] },
    { kind: 'parameter', name: 'fixed', values: [1] },
    { kind: 'setting', name: 'timeframe', values: ['24h', '1h'] },
  ];
  const points = [
    pointOf({ lookback: 10, mode: 'a' }),
    pointOf({ lookback: 20, mode: 'a' }, { timeframe: '1h' }),
  ];
  const surface = studySurface({ axes, points, method: 'grid', settings: SETTINGS });
  expect(surface.axes).toEqual([
    { kind: 'parameter', name: 'lookback', values: [10, 20, 30], isOrdered: true },
    { kind: 'parameter', name: 'mode', values: ['b', 'a'], isOrdered: false },
    { kind: 'setting', name: 'timeframe', values: ['1h', '24h'], isOrdered: true },
  ]);
  // The first has the interval of its study.
  expect(surface.places).toEqual([
    [0, 1, 1],
    [1, 1, 0],
  ]);
  expect(surface.neighbours).toEqual([[1], [0]]);
});

test('drawn points have the nearest as neighbours, however far away', () => {
  const axes: StudyAxis[] = [{ kind: 'parameter', name: 'lookback', values: [1, 2, 3, 4, 5, 6] }];
  const points = [1, 4, 6].map((lookback) => pointOf({ lookback }));
  const study = { axes, points, settings: SETTINGS };
  expect(studySurface({ ...study, method: 'random' }).neighbours).toEqual([
    [1, 2],
    [2, 0],
    [1, 0],
  ]);
});

test('a value that no point of a grid has parts none', () => {
  const calendars = ['bar', 'daily', 'weekly', 'monthly'];
  const axes: StudyAxis[] = [{ kind: 'setting', name: 'rebalance_every', values: calendars }];
  // On bars of a day `daily` is the same as `bar`.
  const points = ['bar', 'weekly', 'monthly'].map((rebalance_every) => pointOf({}, { rebalance_every }));
  const surface = studySurface({ axes, points, method: 'grid', settings: SETTINGS });
  expect(surface.places).toEqual([[0], [2], [3]]);
  expect(surface.neighbours).toEqual([[1], [0, 2], [1]]);
});
