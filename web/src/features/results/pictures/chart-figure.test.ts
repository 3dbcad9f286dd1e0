// The charts draw, read out and export everything in view, and nothing else.
import { describe, expect, test } from 'vitest';
import { parseCsv } from '../../../lib/csv/csv.ts';
import { chartCsv } from '../charts/chart-csv.ts';
import { readingAt, readingWords } from '../charts/chart-cursor.ts';
import { curvesSummary, monthEnds } from '../curves/curves-summary.ts';
import { type RunCurves, runCurves } from '../curves/run-curves.ts';
import { barsIn, chartFigure } from './chart-figure.ts';
import { PANES, paneBoxes } from './chart-panes.ts';

const HALF_DAY = 43_200_000;
const START = Date.UTC(2025, 0, 30);
const timeOf = (bar: number) => new Date(START + bar * HALF_DAY).toISOString();
const TABLE = [
  'timestamp,target_BTC,target_USDT,held_BTC,held_USDT,portfolio_value,drawdown',
  ...[10_000, 11_000, 9_900, 12_000, 12_600, 12_600].map(
    (value, bar) => `${timeOf(bar)},${bar % 2},${1 - (bar % 2)},0.25,0.75,${value},0`,
  ),
].join('\n');
const CURVES = runCurves(parseCsv(TABLE), {
  initial_value: 10_000,
  curves: {
    timestamp: [1, 3, 5].map(timeOf),
    portfolio: [11_000, 12_000, 12_600],
    btc: [10_100, 10_200, 10_300],
    basket: [10_050, 10_150, 10_250],
    rolling_sharpe: [null, null, 1.25],
  },
}) as RunCurves;
const COLORS = new Proxy({}, { get: (_, name) => `#${String(name)}` }) as Parameters<typeof chartFigure>[2];
const WHOLE = { from: START, to: START + 5 * HALF_DAY };
const VIEW = {
  panes: paneBoxes(PANES, { widthPx: 800, linesPx: [150, 150, 230], coins: 2 }),
  range: WHOLE,
  widthPx: 800,
  scale: 'linear' as const,
  hidden: [],
};

describe('the figure', () => {
  test('has a trace for each line, on the axis of its pane', () => {
    const { data, layout } = chartFigure(CURVES, VIEW, COLORS);
    expect(data).toMatchObject([
      { name: 'Strategy', yaxis: 'y' },
      { name: 'Hold BTC', yaxis: 'y' },
      { name: 'Hold all coins equally', yaxis: 'y' },
      { name: 'Drawdown', yaxis: 'y2' },
      { name: 'BTC', yaxis: 'y3', stackgroup: 'holdings', y: expect.arrayContaining([0.25]) },
      { name: 'USDT', yaxis: 'y3', stackgroup: 'holdings' },
      { name: 'BTC', yaxis: 'y4', stackgroup: 'weights' },
      { name: 'USDT', yaxis: 'y4', stackgroup: 'weights' },
      { name: 'Rolling Sharpe', yaxis: 'y5' },
    ]);
    expect(layout.xaxis).toMatchObject({ anchor: 'y5', range: [WHOLE.from, WHOLE.to] });
  });

  test('leaves out the lines that are hidden, and takes the scale that is chosen', () => {
    const view = { ...VIEW, hidden: ['benchmark' as const], scale: 'log' as const };
    const { data, layout } = chartFigure(CURVES, view, COLORS);
    expect(data).not.toContainEqual(expect.objectContaining({ name: 'Hold BTC' }));
    expect(layout).toMatchObject({ yaxis: { type: 'log' } });
  });

  test('names amounts in millions once a line that is drawn needs them, the benchmark too', () => {
    const { benchmark } = CURVES;
    const large = benchmark && { ...benchmark, values: benchmark.values.map((value) => value * 1_000) };
    const formatOf = (curves: RunCurves, hidden: readonly 'benchmark'[] = []) =>
      chartFigure(curves, { ...VIEW, hidden }, COLORS).layout.yaxis.tickformat;
    expect(formatOf(CURVES)).toBe(',.12~r');
    expect(formatOf({ ...CURVES, benchmark: large })).toBe('.4~s');
    expect(formatOf({ ...CURVES, benchmark: large }, ['benchmark'])).toBe(',.12~r');
  });

  // spec: results.41
  test('has a gap where the rolling Sharpe ratio is undefined', () => {
    const curves = {
      ...CURVES,
      rollingSharpe: {
        times: CURVES.portfolio.times,
        values: Float64Array.of(1, 2, Number.NaN, Number.NaN, 3, 4),
      },
    };
    const { data } = chartFigure(curves, VIEW, COLORS) as { data: { name: string; y: Float64Array }[] };
    const drawn = data.find(({ name }) => name === 'Rolling Sharpe');
    expect([...(drawn?.y ?? [])]).toEqual([1, 2, Number.NaN, 3, 4]);
    expect(drawn).not.toHaveProperty('connectgaps', true);
  });

  test('averages the weights of the bars that a pixel stands for, so that none shows one of them by chance', () => {
    const bars = 4_001;
    const rows = Array.from(
      { length: bars },
      (_, bar) => `${timeOf(bar)},${bar % 2},${1 - (bar % 2)},10000,0`,
    );
    const table = parseCsv(['timestamp,BTC,USDT,portfolio_value,drawdown', ...rows].join('\n'));
    const curves = runCurves(table, { initial_value: 10_000 }) as RunCurves;
    const view = { ...VIEW, widthPx: 100, range: { from: START, to: START + bars * HALF_DAY } };
    const { data } = chartFigure(curves, view, COLORS) as { data: { name: string; y: number[] }[] };
    const [btc, usdt] = ['BTC', 'USDT'].map((coin) => data.find(({ name }) => name === coin)?.y ?? []);
    expect(btc?.length).toBeLessThanOrEqual(101);
    for (const [pixel, weight] of (btc ?? []).slice(0, -1).entries()) {
      expect(weight).toBeGreaterThan(0.45);
      expect(weight).toBeLessThan(0.55);
      expect(weight + (usdt?.[pixel] ?? 0)).toBeCloseTo(1, 9);
    }
  });

  test('draws the zoomed range and one bar on either side', () => {
    const times = CURVES.portfolio.times;
    expect(barsIn(times, { from: START + 2.2 * HALF_DAY, to: START + 3.2 * HALF_DAY })).toEqual([2, 5]);
    expect(barsIn(times, WHOLE)).toEqual([0, 6]);
  });
});

describe('the crosshair', () => {
  const reading = readingAt(CURVES, 2);

  test('reads the bar, and of benchmarks the newest day', () => {
    expect(reading).toMatchObject({
      time: '31 Jan 2025, 00:00',
      equity: { portfolio: 9_900, benchmark: 10_100, basket: 10_050 },
      rollingSharpe: null,
      weights: [0, 1],
      holdings: [0.25, 0.75],
    });
    expect(reading.drawdown).toBeCloseTo(-0.1, 12);
  });

  test('says so as text, for the panes that are shown', () => {
    expect(readingWords(reading, CURVES, PANES)).toBe(
      '31 Jan 2025, 00:00; Strategy 9,900.00 USDT, Hold BTC 10,100.00 USDT, Hold all coins equally 10,050.00 USDT; drawdown −10.00\u202F%; held BTC 25.00\u202F%, USDT 75.00\u202F%; target USDT 100.00\u202F%',
    );
    expect(readingWords(reading, CURVES, ['underwater'])).toBe('31 Jan 2025, 00:00; drawdown −10.00\u202F%');
  });
});

test('the download has every bar of what is shown, and daily values where a day ends', () => {
  const range = { from: START + HALF_DAY, to: START + 2 * HALF_DAY };
  const csv = chartCsv(CURVES, { panes: ['equity', 'holdings', 'weights'], range, hidden: ['basket'] });
  expect(csv.split('\r\n')).toEqual([
    'timestamp,portfolio_value,hold_btc,held_BTC,held_USDT,target_BTC,target_USDT',
    '2025-01-30T12:00:00.000Z,11000,10100,0.25,0.75,1,0',
    '2025-01-31T00:00:00.000Z,9900,,0.25,0.75,0,1',
    '',
  ]);
});

describe('for screen readers', () => {
  const zoomed = { from: START + HALF_DAY, to: START + 3 * HALF_DAY };

  // spec: results.60
  test('the charts are a sentence about the range that they show', () => {
    expect(curvesSummary(CURVES, WHOLE)).toBe(
      'Portfolio value from 10,000.00 USDT to 12,600.00 USDT; deepest drawdown −10.00\u202F%; Hold BTC: 10,300.00 USDT; Hold all coins equally: 10,250.00 USDT; 30 Jan 2025 – 1 Feb 2025',
    );
    expect(curvesSummary(CURVES, zoomed)).toBe(
      'Portfolio value from 11,000.00 USDT to 12,000.00 USDT; deepest drawdown −10.00\u202F%; Hold BTC: 10,200.00 USDT; Hold all coins equally: 10,150.00 USDT; 30 Jan 2025 – 31 Jan 2025',
    );
    expect(curvesSummary(CURVES, { from: zoomed.from, to: zoomed.from })).toContain(
      'deepest drawdown 0.00\u202F%',
    );
    expect(curvesSummary(CURVES, { from: START + 1, to: START + 2 })).toBe('No bar of the run is shown');
  });

  test('and a table of the ends of its months', () => {
    expect(monthEnds(CURVES, WHOLE)).toMatchObject([
      { date: '31 Jan 2025', portfolio: 12_000, benchmark: 10_200, basket: 10_150 },
      { date: '1 Feb 2025', portfolio: 12_600, benchmark: 10_300, basket: 10_250 },
    ]);
    expect(monthEnds(CURVES, { from: START, to: START + 2 * HALF_DAY })).toMatchObject([
      { date: '31 Jan 2025', portfolio: 9_900 },
    ]);
  });
});
