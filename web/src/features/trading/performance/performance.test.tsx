// The performance chart as its reader meets it: its ranges, its values, and why there is nothing to see.
// @vitest-environment happy-dom
import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test } from 'vitest';
import { renderWeb } from '../../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../../testing/server.ts';
import { placeOfWidth, someDeployment, somePositions } from '../../../testing/trading.ts';
import { Performance } from './performance.tsx';

const point = (day: number, chart_value: number) => ({
  timestamp: new Date(Date.UTC(2026, 0, day, 12)).toISOString(),
  chart_value,
});

beforeEach(() => placeOfWidth(600));

const open = (getPerformanceChart: NonNullable<Answers['getPerformanceChart']>, id: string | null = 'd1') => {
  const server = serve({ getPerformanceChart, listPositions: () => somePositions({ USDT: 100 }) });
  const deployment = id === null ? null : someDeployment({ id });
  return { server, ...renderWeb(<Performance deployment={deployment} />, { path: '/app/trading' }) };
};

// spec: trading-page.22
test('a month is shown first; a week, a year and all can be chosen', async () => {
  const { server, user } = open(() => ({ success: true, data_points: [], values: [] }));
  await waitFor(() => expect(server.lastInput('getPerformanceChart')).toMatchObject({ days: '30' }));
  for (const [name, days] of [
    ['1 week', '7'],
    ['1 year', '365'],
    ['All', '3650'],
  ] as const) {
    await user.click(screen.getByRole('radio', { name }));
    await waitFor(() => expect(server.lastInput('getPerformanceChart')).toMatchObject({ days }));
  }
});

test('the arrows read the chart value by value', async () => {
  const { user } = open(() => ({
    success: true,
    data_points: [point(1, 0), point(2, -0.05), point(3, 0.1)],
    values: [],
  }));
  const slider = await screen.findByRole('slider', { name: 'Return since the start' });
  expect(slider.getAttribute('aria-valuetext')).toContain('Strategy +10.00');
  slider.focus();
  await user.keyboard('{ArrowLeft}');
  expect(slider.getAttribute('aria-valuetext')).toContain('Strategy −5.00');
  await user.keyboard('{Home}');
  expect(slider.getAttribute('aria-valuetext')).toContain('Strategy 0.00');
});

test('ends at the newest known value, that of the positions', async () => {
  const data_points = [point(1, 0), point(2, -0.0013)];
  const at = new Date(Date.UTC(2026, 0, 2, 13, 26)).toISOString();
  serve({
    getPerformanceChart: () => ({ success: true, data_points, values: [] }),
    listPositions: () => ({ ...somePositions({ USDT: 100 }), at, return_percent: -0.19 }),
  });
  renderWeb(<Performance deployment={someDeployment()} />, { path: '/app/trading' });
  const slider = await screen.findByRole('slider', { name: 'Return since the start' });
  await waitFor(() =>
    expect(slider.getAttribute('aria-valuetext')).toMatch(/^2 Jan 2026, 13:26.*Strategy −0\.19/),
  );
});

// spec: trading-page.44
test('the backtest of the same time is read next to it', async () => {
  const data_points = [point(1, 0), point(2, 0.02)];
  open(() => ({ success: true, data_points, values: [], twin: [point(1, 0), point(2, 0.03)] }));
  const slider = await screen.findByRole('slider', { name: 'Return since the start' });
  expect(slider.getAttribute('aria-valuetext')).toMatch(/Strategy \+2\.00.*, Its backtest .* \+3\.00/);
});

describe('the gap between the strategy and its backtest', () => {
  const parts = { signal: 0, timing: -4, price: -3.5, fee: 0.25, skipped: -5 };
  const split = { timestamp: '2026-01-02T00:00:00.000Z', twin_usdt: 10_000, live_usdt: 9_987.75, parts };
  const show = (gap: object) =>
    open(() => ({ success: true, data_points: [point(1, 0), point(2, 0.02)], values: [], gap }) as never);
  const words = async () =>
    (await screen.findByRole('region', { name: 'The strategy and its backtest' })).textContent;

  // spec: trading-page.45
  test('is said in a sentence and split into its causes', async () => {
    const { user } = show({ state: 'ready', problem: null, split });
    expect(await words()).toMatch(
      /^The strategy is worth 12\.25 USDT \(0\.12.%\) less than its backtest over the same period, at the close of 2 Jan 2026, 00:00 UTC\./,
    );
    await user.click(screen.getByText('Why they differ'));
    const table = screen.getByRole('table', { name: 'Why the strategy and its backtest differ' });
    const effects = within(table)
      .getAllByRole('row')
      .slice(1)
      .map((row) => [
        within(row).getByRole('rowheader').textContent,
        within(row).getAllByRole('cell').at(-1)?.textContent,
      ]);
    expect(effects).toEqual([
      ['Signal', '0.00 USDT'],
      ['Timing', '−4.00 USDT'],
      ['Price', '−3.50 USDT'],
      ['Fee', '+0.25 USDT'],
      ['Skipped', '−5.00 USDT'],
      ['Together', '−12.25 USDT'],
    ]);
  });

  test.each([
    [{ state: 'failed', problem: 'No candles', split: null }, /could not be updated: No candles/],
    [{ state: 'failed', problem: 'No candles', split }, /12\.25 USDT .* less/],
    [{ state: 'ready', problem: null, split: { ...split, live_usdt: 10_000 } }, /worth as much as/],
  ])('of %j says so', async (gap, said) => {
    show(gap);
    expect(await words()).toMatch(said);
  });

  test.each(['not-started', 'waiting'] as const)('is not shown while the comparison is %s', async (state) => {
    show({ state, problem: null, split: null });
    expect(await screen.findByRole('slider', { name: 'Return since the start' })).toBeDefined();
    expect(screen.queryByRole('region', { name: 'The strategy and its backtest' })).toBeNull();
  });
});

// spec: trading-page.23
test.each([
  ['no data', () => ({ success: true, data_points: [], values: [] }), 'd1', 'No chart data available'],
  ['a failure', () => refusal(503, 'Not now'), 'd1', 'Failed to load chart data'],
  [
    'no deployment',
    () => refusal(500, null),
    null,
    'No chart data available. Start trading to see performance.',
  ],
])('%s is shown as text', async (_, answer, id, words) => {
  open(answer, id);
  expect(await screen.findByText(words)).toBeDefined();
});
