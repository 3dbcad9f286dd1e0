// A picture of the charts has the axes and colours of the page, and says what was run.
import { expect, test } from 'vitest';
import type { RunCurves, Series } from '../curves/run-curves.ts';
import { chartFigure } from './chart-figure.ts';
import { paneBoxes } from './chart-panes.ts';
import { pictureFigure } from './chart-picture.ts';

const DAY = 86_400_000;
const series = (...values: number[]): Series => ({
  times: Float64Array.from(values.keys(), (day) => day * DAY),
  values: Float64Array.from(values),
});
const CURVES: RunCurves = {
  ...{ portfolio: series(100, 120), drawdown: series(0, 0), benchmark: series(100, 90), held: 'BTC' },
  ...{ initialValue: 100, fees: null, holds: new Map(), basket: series(100, 95), heldCoins: null },
  ...{ rollingSharpe: null, weights: null, holdings: null },
};
const colorsOf = (scheme: string) =>
  new Proxy({}, { get: (_, name) => `${scheme}-${String(name)}` }) as Parameters<typeof chartFigure>[2];

const viewOf = (widthPx: number) => ({
  panes: paneBoxes(['equity', 'underwater'], {
    widthPx,
    linesPx: [150, 150, 230],
    coins: 0,
    isPicture: true,
  }),
  ...{ range: { from: 0, to: DAY }, widthPx, scale: 'linear' as const, hidden: [] },
});
const CAPTION = {
  title: 'Momentum',
  facts: ['1 Jan 1970 – 2 Jan 1970', '1 Day', 'USDT, BTC', 'from 25,000.00', 'no slippage'],
  warning: 'Look-ahead <found>; Made-up prices',
};
const wordsOf = (widthPx: number) =>
  pictureFigure(CURVES, viewOf(widthPx), colorsOf('dark'), CAPTION).layout.annotations.map(
    ({ text }: { text: string }) => text,
  );

// spec: results.51
test.each(['dark', 'light'])('it is drawn as the page is, %s', (scheme) => {
  const view = viewOf(800);
  const page = chartFigure(CURVES, view, colorsOf(scheme));
  const { data, layout } = pictureFigure(CURVES, view, colorsOf(scheme), CAPTION);
  expect(data).toEqual(page.data);
  const { annotations, ...drawn } = layout;
  const { height, margin } = drawn;
  expect(drawn).toEqual({ ...page.layout, height, margin, paper_bgcolor: `${scheme}-surface` });
  expect(height - margin.t).toBe(page.layout.height);
  expect(annotations[0]?.font.color).toBe(`${scheme}-text`);
});

// spec: results.51
test('it says what was run, with capital and slippage, and what speaks against it', () => {
  expect(wordsOf(1_000)).toEqual([
    '<b>Momentum</b>',
    '1 Jan 1970 – 2 Jan 1970 · 1 Day · USDT, BTC · from 25,000.00 · no slippage',
    'Look-ahead &lt;found&gt;; Made-up prices',
    expect.stringMatching(
      /^<b>Equity \(USDT\)<\/b> .*Strategy 120\.00.*Hold BTC 90\.00.*Hold all coins equally 95\.00$/,
    ),
    '<b>Drawdown</b>',
  ]);
});

test('what does not fit side by side stands below each other, and moves the curves down', () => {
  const [, facts, , equity] = wordsOf(280);
  expect(facts).toBe('1 Jan 1970 – 2 Jan 1970 · 1 Day · USDT, BTC<br>from 25,000.00 · no slippage');
  expect(equity).toContain('<br>');
  const topOf = (widthPx: number) =>
    pictureFigure(CURVES, viewOf(widthPx), colorsOf('dark'), CAPTION).layout.margin.t;
  expect(topOf(280)).toBeGreaterThan(topOf(1_000));
});

test('a title without end is cut', () => {
  const [title] = pictureFigure(CURVES, viewOf(280), colorsOf('dark'), {
    ...CAPTION,
    title: 'x'.repeat(500),
  }).layout.annotations;
  expect(title?.text.length).toBeLessThan(60);
  expect(title?.text).toContain('…');
});

test('a title is not cut through the middle of an emoji', () => {
  for (const lead of ['', 'x']) {
    const [title] = pictureFigure(CURVES, viewOf(280), colorsOf('dark'), {
      ...CAPTION,
      title: lead + '🚀'.repeat(200),
    }).layout.annotations;
    expect(title?.text).toContain('🚀…');
    expect(title?.text.isWellFormed()).toBe(true);
  }
});
