// The file `Chance` as it is read: whole parts, reasons, and nothing of what has another form.
import { expect, test } from 'vitest';
import { bandsOf, bornOnOf, crisesOf, partOf } from './chance-record.ts';

const series = { portfolio: [1, 2], p5: [1, 1], p25: [1, 1], p50: [1, 2], p75: [2, 2], p95: [3, 3] };
const timestamp = ['2024-01-02T00:00:00.000Z', '2024-01-03T00:00:00.000Z'];

test('a part has figures or a reason; a file without it has none', () => {
  const record = {
    bootstrap: { figures: { draws: 5 }, reason: null },
    random_portfolios: { reason: 'Too short.' },
  };
  expect(partOf(record, 'bootstrap')).toEqual({ figures: { draws: 5 }, reason: null });
  expect(partOf(record, 'random_portfolios')).toEqual({ figures: null, reason: 'Too short.' });
  expect(partOf({}, 'bootstrap')).toBeNull();
  expect(partOf({ bootstrap: [1] }, 'bootstrap')).toBeNull();
});

test('bands are numbers at times', () => {
  expect(bandsOf({ bands: { timestamp, ...series } })).toEqual({
    times: Float64Array.of(Date.UTC(2024, 0, 2), Date.UTC(2024, 0, 3)),
    ...Object.fromEntries(Object.entries(series).map(([name, values]) => [name, Float64Array.from(values)])),
  });
});

test.each([
  {},
  { bands: { timestamp: [], ...series } },
  { bands: { timestamp, ...series, p5: [1] } },
  { bands: { timestamp, ...series, p95: undefined } },
  { bands: { timestamp, ...series, p50: ['x', 1] } },
  { bands: { timestamp: ['never', 'ever'], ...series } },
])('bands that are not whole are none (%#)', (figures) => {
  expect(bandsOf(figures)).toBeNull();
});

test('the parts of a run around the first save', () => {
  const before = { bars: 2, total_return: 0.1 };
  const born = { born_at: '2024-01-02', before, after: { bars: 3 }, reason: null };
  expect(bornOnOf({ born_on: born })).toEqual({
    bornAt: '2024-01-02',
    spans: [
      { span: 'before', ...before },
      { span: 'after', bars: 3 },
    ],
    reason: null,
  });
  expect(bornOnOf({ born_on: { born_at: null, before: null, after: null, reason: 'Unknown.' } })).toEqual({
    bornAt: null,
    spans: [],
    reason: 'Unknown.',
  });
  expect(bornOnOf({})).toBeNull();
});

test('crises are rows; what was not held is absent', () => {
  const strategy = { total_return: -0.1, max_drawdown: -0.2 };
  expect(crisesOf({ crises: [{ month: '2020-03', name: 'Covid', strategy, btc: null }, 'x'] })).toEqual([
    {
      crisis: '2020-03 Covid',
      month: '2020-03',
      name: 'Covid',
      strategy_return: -0.1,
      strategy_drawdown: -0.2,
      btc_return: undefined,
      btc_drawdown: undefined,
      basket_return: undefined,
      basket_drawdown: undefined,
    },
  ]);
  expect(crisesOf({})).toBeNull();
});
