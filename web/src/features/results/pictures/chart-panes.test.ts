// The panes of the charts are stacked without overlap, and fill their space.
import { expect, test } from 'vitest';
import { AXIS_PX } from '../../../lib/charts/figure-basics.ts';
import type { RunCurves, Series } from '../curves/run-curves.ts';
import { domainOf, PANES, paneBoxes, panesOf } from './chart-panes.ts';

const series = (...values: number[]): Series => ({
  times: Float64Array.from(values.keys()),
  values: Float64Array.from(values),
});
const CURVES: RunCurves = {
  portfolio: series(1, 2),
  initialValue: 1,
  fees: null,
  drawdown: series(0, 0),
  benchmark: null,
  held: 'BTC',
  holds: new Map(),
  basket: null,
  heldCoins: null,
  rollingSharpe: null,
  weights: null,
  holdings: null,
};

test('a run has the panes that it has numbers for', () => {
  expect(panesOf(CURVES)).toEqual(['equity', 'underwater']);
  const whole = {
    ...CURVES,
    weights: { coins: ['BTC'], at: () => [1], mean: () => [] },
    holdings: { coins: ['BTC'], at: () => [1], mean: () => [] },
    rollingSharpe: series(Number.NaN, 1),
  };
  expect(panesOf(whole)).toEqual(PANES);
  expect(panesOf({ ...CURVES, rollingSharpe: series(Number.NaN, Number.NaN) })).not.toContain(
    'rolling_sharpe',
  );
});

test.each([
  { widthPx: 900, linesPx: [150, 150, 230], coins: 10 },
  { widthPx: 300, linesPx: [150, 150, 230], coins: 10 },
  { widthPx: 1_200, linesPx: [150], coins: 0, heightPx: 1_000 },
])('panes follow each other down to the axis in %j', (place) => {
  const { boxes, height } = paneBoxes(PANES, place);
  boxes.forEach(({ headTop, top, height: own }, index) => {
    expect(top - headTop).toBeGreaterThanOrEqual(30);
    expect(boxes[index + 1]?.headTop ?? height - AXIS_PX).toBe(top + own);
  });
  const domains = boxes.map((box) => domainOf(box, height));
  expect(domains.at(-1)?.[0]).toBeCloseTo(0, 12);
  for (const [from, to] of domains) expect(from).toBeLessThan(to);
});

test('a place of a given height is filled', () => {
  const { height } = paneBoxes(PANES, {
    widthPx: 1_200,
    linesPx: [150, 150, 230],
    coins: 3,
    heightPx: 1_000,
  });
  expect(height).toBeGreaterThan(995);
  expect(height).toBeLessThanOrEqual(1_000);
});

test('a narrow place leaves more lines to the names, those that are pressed as high as a finger needs', () => {
  const heads = (widthPx: number) =>
    paneBoxes(PANES, { widthPx, linesPx: [150, 150, 230], coins: 10 }).boxes.map(
      ({ headTop, top }) => top - headTop,
    );
  expect(heads(2_000)).toEqual([30, 30, 30, 30, 30]);
  expect(heads(300)).toEqual([80, 30, 90, 90, 30]);
});
