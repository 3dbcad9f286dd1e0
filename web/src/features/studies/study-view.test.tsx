// A study as its reader meets it: its states, its map and table, its doubts, and points that become results.
// @vitest-environment happy-dom
import { act, screen, waitFor, within } from '@testing-library/react';
import { type RouteOutput, STUDY_PAGE_MAX, type Study, type StudyPoint } from '@tradeium/contracts';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { takeUpdate } from '../../core/refetch.ts';
import { renderWeb } from '../../testing/render-web.tsx';
import { type Answers, refusal, serve } from '../../testing/server.ts';
import { someGrid, somePoint, someStudy } from '../../testing/studies.ts';
import { placeOfWidth } from '../../testing/trading.ts';
import { SCALE } from './map/heat-colors.ts';
import { StudyView } from './study-view.tsx';

beforeEach(() => placeOfWidth(600));

/** The run of a kept point, as the server names it. */
const runOf = (index: unknown) => `study-one-${index}`;
const CURVE = { at: [0, 86_400_000, 172_800_000], value: [1, 1.1, 1.2] };

type Actions = 'onOpenRun' | 'onDeploy' | 'onCompare' | 'onWalkForward';
type ShownProps = Pick<Parameters<typeof StudyView>[0], Actions> & {
  first: readonly string[];
  later: readonly string[];
};

/** The chat has the results of the first runs, and of the later ones from the press of the button on. */
const Shown = ({ first, later, ...actions }: ShownProps) => {
  const [there, setThere] = useState(first);
  return (
    <>
      <button type="button" onClick={() => setThere(later)}>
        Results arrive
      </button>
      <StudyView studyId="study-one" results={new Set(there)} onShowAll={() => undefined} {...actions} />
    </>
  );
};

const open = (
  study: Partial<Study> = {},
  answers: Answers = {},
  { first = [], later = [] }: Partial<Pick<ShownProps, 'first' | 'later'>> = {},
) => {
  const whole = someStudy(study);
  const server = serve({
    readStudy: ({ after }) => {
      const points = whole.points.filter(({ index }) => index > Number(after));
      const page = points.slice(0, STUDY_PAGE_MAX);
      const next_after = page.length < points.length ? (page.at(-1)?.index ?? null) : null;
      return { ...whole, points: page, next_after };
    },
    readStudyPoint: ({ index }) => ({ ...(whole.points[Number(index)] as StudyPoint), curve: CURVE }),
    listActiveRuns: () => ({ runs: [] }),
    keepStudyPoint: ({ index }) => ({ run_id: runOf(index) }),
    ...answers,
  });
  const actions = { onOpenRun: vi.fn(), onDeploy: vi.fn(), onCompare: vi.fn(), onWalkForward: vi.fn() };
  const view = renderWeb(<Shown {...{ first, later, ...actions }} />);
  const arrive = () => view.user.click(screen.getByRole('button', { name: 'Results arrive' }));
  return { server, ...actions, arrive, ...view };
};

const activeRun = (run_id: string): RouteOutput<'listActiveRuns'>['runs'][number] => ({
  run_id,
  strategy_filename: 'strategy_alpha.py',
  started_at: '2026-01-02T03:04:05.000Z',
  step: null,
  input: {
    ...{ backtest_id: 'c1', focused_strategy: 'strategy_0', portfolio: ['USDT', 'BTC'] },
    ...{ start_date: '2024-01-01', end_date: '2024-12-31', timeframe: '24h', fees: 0 },
  },
});

const cells = async () => within(await screen.findByRole('grid')).getAllByRole('gridcell');
const rowsShown = () =>
  within(screen.getByRole('table', { name: 'Points of the study' }))
    .getAllByRole('rowheader')
    .map(({ textContent }) => textContent);
const details = (index: number) => screen.findByRole('region', { name: `Point ${index}` });

describe('the map', () => {
  test('has a cell for each value of both axes, and another figure at once', async () => {
    const { user } = open();
    expect((await cells()).map(({ textContent }) => textContent)).toEqual(['0.00', '1.00', '0.50', '1.50']);
    expect(screen.getByRole('grid').getAttribute('aria-label')).toBe('Sharpe by slow and fast');
    await user.selectOptions(screen.getByLabelText('Figure'), 'Total return');
    expect((await cells()).map(({ textContent }) => textContent)).toEqual(new Array(4).fill('20.0\u202F%'));
  });

  test('is one stop of the Tab key; arrows move through its cells, whose point and equity are shown', async () => {
    const { user } = open();
    const [first, second, third] = await cells();
    act(() => first?.focus());
    await details(0);
    await user.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(second);
    await user.keyboard('{ArrowLeft}{ArrowDown}');
    expect(document.activeElement).toBe(third);
    expect([first?.tabIndex, third?.tabIndex]).toEqual([-1, 0]);
    const shown = await details(1);
    const slider = await within(shown).findByRole('slider', { name: 'Return of point 1' });
    expect(slider.getAttribute('aria-valuetext')).toContain('+20.00');
    expect(shown.textContent).toContain('Neighbours3');
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'Point 1' })).toBeNull();
  });

  test('says which of several points it shows, and takes only one value of another axis', async () => {
    const points = [0, 1, 2, 3].map((index) =>
      somePoint(index, { fast: 10, slow: 10 * (1 + (index % 2)), third: index < 2 ? 1 : 2 }, index),
    );
    const axes: Study['axes'] = [
      { kind: 'parameter', name: 'slow', values: [10, 20] },
      { kind: 'parameter', name: 'fast', values: [10, 20] },
      { kind: 'parameter', name: 'third', values: [1, 2] },
    ];
    const { user } = open({ points, axes });
    const figures = async () => (await cells()).map(({ textContent }) => textContent);
    expect(await figures()).toEqual(['2.00', '3.00', '', '']);
    expect(screen.getByText('Up to 2 points share a cell, which shows the best of them.')).toBeDefined();
    await user.click(screen.getByRole('radio', { name: 'Median' }));
    expect(await figures()).toEqual(['0.00', '1.00', '', '']);
    await user.selectOptions(screen.getByLabelText('third'), '2');
    expect(await figures()).toEqual(['2.00', '3.00', '', '']);
  });

  test('of rebalance policies has calendars down, and below each drift band its ends; the cheapest is brightest', async () => {
    const setting = (name: string, values: Study['axes'][number]['values']) =>
      ({ kind: 'setting', name, values }) as const;
    const policies = (['weekly', 'bar'] as const).flatMap((rebalance_every) => [
      { rebalance_every, drift_band_percent: 0, drift_band_to: 'target' as const },
      { rebalance_every, drift_band_percent: 5, drift_band_to: 'target' as const },
      { rebalance_every, drift_band_percent: 5, drift_band_to: 'edge' as const },
    ]);
    const { user } = open({
      axes: [
        setting('rebalance_every', ['weekly', 'bar']),
        setting('drift_band_percent', [0, 5]),
        setting('drift_band_to', ['target', 'edge']),
      ],
      points: policies.map((settings, index) => {
        const point = somePoint(index, {}, index);
        const cost_per_year = (6 - index) / 1_000;
        return { ...point, settings, statistics: point.statistics && { ...point.statistics, cost_per_year } };
      }),
    });
    await user.selectOptions(await screen.findByLabelText('Figure'), 'Cost per year');
    const map = screen.getByRole('grid', { name: 'Cost per year by Rebalance and Drift band and Band end' });
    const heads = within(map)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent);
    expect(heads).toEqual(['0\u202F%', '5\u202F%', 'target', 'target', 'edge']);
    const shown = await cells();
    expect(shown.map(({ textContent }) => textContent)).toEqual(
      ['0.30', '0.20', '0.10', '0.60', '0.50', '0.40'].map((figure) => `${figure}\u202F%`),
    );
    const brightest = SCALE.at(-1) ?? '';
    expect(shown.map(({ style }) => style.backgroundColor === brightest).indexOf(true)).toBe(2);
    expect(screen.getByText(/^Less is better, and brighter\./)).toBeDefined();
  });

  test('of 2,000 points answers another figure', async () => {
    const { user } = open({ ...someGrid(40, 50, (row, column) => row * column) });
    expect(await cells()).toHaveLength(2_000);
    await user.selectOptions(screen.getByLabelText('Figure'), 'CAGR');
    expect((await cells())[0]?.textContent).toBe('18.0\u202F%');
  });
});

describe('the table', () => {
  test('is sorted by axes and figures, with what failed last either way and its message', async () => {
    const failed = somePoint(1, { fast: 10, slow: 20 }, null, 'ZeroDivisionError: division by zero');
    const { points } = someStudy();
    const { user } = open({ points: points.map((point) => (point.index === 1 ? failed : point)) });
    const table = await screen.findByRole('table', { name: 'Points of the study' });
    expect(rowsShown()).toEqual(['0', '1', '2', '3']);
    await user.click(within(table).getByRole('button', { name: 'Sharpe' }));
    expect(rowsShown()).toEqual(['3', '2', '0', '1']);
    await user.click(within(table).getByRole('button', { name: 'Sharpe' }));
    expect(rowsShown()).toEqual(['0', '2', '3', '1']);
    expect(within(table).getByText('Failed: ZeroDivisionError: division by zero')).toBeDefined();
    expect(screen.getByLabelText('Choose point 1')).toHaveProperty('disabled', true);
    await user.click(within(table).getByRole('button', { name: 'slow' }));
    expect(rowsShown()).toEqual(['0', '2', '1', '3']);
  });

  test('a point is kept, and leads to its result when that is there', async () => {
    const { server, user, onOpenRun, arrive } = open({}, {}, { later: [runOf(2)] });
    await screen.findByRole('table', { name: 'Points of the study' });
    await user.click(screen.getByRole('button', { name: '2' }));
    const keep = await within(await details(2)).findByRole('button', { name: 'Keep point 2' });
    await user.click(keep);
    await waitFor(() =>
      expect(server.lastInput('keepStudyPoint')).toMatchObject({ study_id: 'study-one', index: '2' }),
    );
    expect(await screen.findByText('Its backtest has left no result yet.')).toBeDefined();
    await arrive();
    const result = await screen.findByRole('button', { name: 'Open result of point 2' });
    // The same button, so that a keyboard stays at it.
    expect(result).toBe(keep);
    await user.click(result);
    expect(onOpenRun).toHaveBeenCalledWith(runOf(2));
  });

  test('a point is kept for its deployment, which is prepared once the result is there, whatever is looked at then', async () => {
    const { server, user, onDeploy, arrive } = open({}, {}, { later: [runOf(2)] });
    await screen.findByRole('table', { name: 'Points of the study' });
    await user.click(screen.getByRole('button', { name: '2' }));
    await user.click(await within(await details(2)).findByRole('button', { name: 'Keep and deploy' }));
    await waitFor(() => expect(server.lastInput('keepStudyPoint')).toMatchObject({ index: '2' }));
    await user.click(screen.getByRole('button', { name: '0' }));
    await details(0);
    expect(onDeploy).not.toHaveBeenCalled();
    await arrive();
    await waitFor(() => expect(onDeploy.mock.calls).toEqual([[runOf(2)]]));
    // A kept one is deployed at once.
    await user.click(screen.getByRole('button', { name: '2' }));
    await user.click(await within(await details(2)).findByRole('button', { name: 'Deploy' }));
    await waitFor(() => expect(onDeploy).toHaveBeenCalledTimes(2));
  });

  test('chosen points are kept, and compared as results when all of them are there', async () => {
    const results = { first: [runOf(0)], later: [runOf(0), runOf(3)] };
    const { user, server, onCompare, arrive } = open({}, {}, results);
    await user.click(await screen.findByLabelText('Choose point 0'));
    const compare = screen.getByRole<HTMLButtonElement>('button', { name: 'Keep and compare' });
    expect(compare.disabled).toBe(true);
    await user.click(screen.getByLabelText('Choose point 3'));
    await user.click(compare);
    await waitFor(() => expect(server.lastInput('keepStudyPoint')).toMatchObject({ index: '3' }));
    expect(await screen.findByText(/^1 of 2 results are there/)).toBeDefined();
    expect(onCompare).not.toHaveBeenCalled();
    await arrive();
    await waitFor(() => expect(onCompare).toHaveBeenCalledWith([runOf(0), runOf(3)]));
  });

  test('a point waits while as many backtests run as may, and is kept when one has ended', async () => {
    let isFull = true;
    const { server, user, store } = open(
      {},
      {
        listActiveRuns: () => ({ runs: [activeRun('another-run')] }),
        keepStudyPoint: ({ index }) =>
          isFull ? refusal(429, 'Full', 'TOO_MANY_RUNS') : { run_id: runOf(index) },
      },
    );
    await screen.findByRole('table', { name: 'Points of the study' });
    await user.click(screen.getByRole('button', { name: '0' }));
    await user.click(await screen.findByRole('button', { name: 'Keep point 0' }));
    await waitFor(() => expect(server.asked).toContain('keepStudyPoint'));
    expect(await screen.findByText('Waits for another backtest to end.')).toBeDefined();
    isFull = false;
    server.answer({ listActiveRuns: () => ({ runs: [activeRun(runOf(0))] }) });
    act(() => void store.dispatch(takeUpdate({ topic: 'runs', backtest_id: null })));
    expect(await screen.findByText(/^Its backtest is running/)).toBeDefined();
  });

  test('a refusal is shown in its words', async () => {
    const { user } = open({}, { keepStudyPoint: () => refusal(429, 'Your storage is full', 'STORAGE_FULL') });
    await screen.findByRole('table', { name: 'Points of the study' });
    await user.click(screen.getByRole('button', { name: '0' }));
    await user.click(await screen.findByRole('button', { name: 'Keep point 0' }));
    expect(await screen.findByText('Your storage is full')).toBeDefined();
  });
});

describe('its states', () => {
  test('a running study shows its first points, then more with each update, and can be cancelled', async () => {
    const { points } = someStudy();
    let done = 2;
    const { server, user, store } = open(
      {},
      {
        readStudy: () =>
          someStudy({ status: 'running', done, points: points.slice(0, done), ended_at: null }),
        cancelStudy: () => ({ cancelled: true }),
      },
    );
    expect(await screen.findByText('2 of 4 points computed')).toBeDefined();
    expect(rowsShown()).toHaveLength(2);
    done = 3;
    act(() => void store.dispatch(takeUpdate({ topic: 'studies', backtest_id: 'c1' })));
    expect(await screen.findByText('3 of 4 points computed')).toBeDefined();
    expect(rowsShown()).toHaveLength(3);
    await user.click(screen.getByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText(/^The 3 points computed so far stay and are charged/)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Cancel the study' }));
    await waitFor(() => expect(server.asked).toContain('cancelStudy'));
  });

  test('a study of more than a page is read to its end', async () => {
    const { points } = someStudy();
    open(
      {},
      {
        readStudy: ({ after }) => {
          const from = Number(after) + 1;
          return someStudy({ points: points.slice(from, from + 2), next_after: from === 0 ? 1 : null });
        },
      },
    );
    await screen.findByRole('table', { name: 'Points of the study' });
    expect(rowsShown()).toEqual(['0', '1', '2', '3']);
  });

  test.each([
    [
      { status: 'running', done: 0, points: [] },
      'The first points appear here as soon as they are computed.',
    ],
    [{ status: 'cancelled', done: 3 }, '3 of 4 points were computed before it was cancelled; they stay.'],
    [{ status: 'failed', reason: 'The candles were gone.' }, 'The candles were gone.'],
    [{ done: 3, points_total: 9 }, '3 points computed; the axes have no others.'],
    [{ goal: 'sharpe_ratio', probability_of_overfitting: null }, /^A search puts its points where/],
    [{ doubt: 'random' }, /^The strategy draws random numbers without a seed/],
    [{ doubt: 'state' }, /^The strategy keeps something between its points/],
    [{ probability_of_overfitting: 0.7 }, /^In 70.% of the ways .* no better than chance/],
    [{ probability_of_overfitting: null }, /^With fewer than 10 points/],
  ] as const)('%o is said', async (study, words) => {
    open(study as Partial<Study>);
    expect(
      (
        await screen.findAllByText((_, element) => {
          const text = [...(element?.childNodes ?? [])]
            .filter((node) => node.nodeType === 3)
            .map((node) => node.textContent)
            .join('')
            .trim();
          return typeof words === 'string' ? text === words : words.test(text);
        })
      ).length,
    ).toBeGreaterThan(0);
  });

  test('one that is gone says so, and can be tried again', async () => {
    const { user, server } = open(
      {},
      { readStudy: () => refusal(404, 'Study not found', 'STUDY_NOT_FOUND') },
    );
    expect(await screen.findByText('Study not found')).toBeDefined();
    server.answer({ readStudy: () => someStudy() });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('4 of 4 points computed')).toBeDefined();
  });
});

test('a search shows the highest figure of its goal over its points, and all points that have it', async () => {
  const sharpes = [0.5, null, 1.2, 0.9, 1.2, 1.1];
  const points = sharpes.map((sharpe, index) => somePoint(index, { fast: 10, slow: 10 * index }, sharpe));
  const search = { method: 'optimise', goal: 'sharpe_ratio', points, points_total: 12, done: 6 } as const;
  open({ ...search, status: 'running', ended_at: null });
  const section = await screen.findByRole('region', { name: 'Search' });
  expect(section.textContent).toContain('Highest Sharpe so far: 1.20, at points 2, 4; found after 3 points.');
  await within(section).findByRole('img', { name: 'Highest Sharpe after each point' });
  expect(screen.getByText(/^search for Sharpe · /)).toBeDefined();
});

test('a study without a walk-forward test offers one', async () => {
  const { user, onWalkForward } = open();
  await user.click(await screen.findByRole('button', { name: 'Walk it forward' }));
  expect(onWalkForward).toHaveBeenCalledWith(expect.objectContaining({ study_id: 'study-one' }));
});

test('a search whose goal no point has says so', async () => {
  const points = [0, 1, 2].map((index) => somePoint(index, { fast: 10, slow: 10 * index }, null));
  open({ method: 'optimise', goal: 'sharpe_ratio', points, points_total: 3, done: 3 });
  const section = await screen.findByRole('region', { name: 'Search' });
  expect(section.textContent).toContain('No point has a Sharpe: nothing was found.');
});

test('a walk-forward test leads with what its choices earned out of sample, and lists its windows', async () => {
  const figures = someStudy().points[0]?.statistics ?? null;
  const window = {
    ...{ train: [0, 100] as [number, number], test: [100, 150] as [number, number], chosen: 3 },
    ...{ train_start: '2024-01-01T00:00:00.000Z', test_start: '2024-04-10T00:00:00.000Z' },
    ...{ test_end: '2024-05-30T00:00:00.000Z', efficiency: 0.4 },
    ...{ in_sample: figures, out_of_sample: figures },
  };
  const later = { ...window, test_start: '2024-05-30T00:00:00.000Z', chosen: null, efficiency: null };
  open({
    walk_forward: {
      plan: { kind: 'rolling', train_bars: 100, test_bars: 50, embargo_bars: 0, metric: 'sharpe_ratio' },
      windows: [window, later],
      out_of_sample: figures,
      curve: CURVE,
      in_sample_best: { index: 2, curve: CURVE },
    },
  });
  const section = await screen.findByRole('region', { name: 'Walk-forward test' });
  expect(screen.queryByRole('button', { name: 'Walk it forward' })).toBeNull();
  expect(section.textContent).toContain('Median efficiency40\u202F%');
  const slider = await within(section).findByRole('slider', { name: 'Return out of sample' });
  const read = slider.getAttribute('aria-valuetext');
  expect(read).toMatch(/Out of sample \+20\.00.*Best in hindsight \(point 2\) \+20\.00/);
  const windows = within(section).getByRole('table', { name: 'Windows' });
  const [, first, second] = within(windows).getAllByRole('row');
  expect(first?.textContent).toContain('10 Apr 2024 – 30 May 20242020');
  expect(second?.textContent).toContain('——');
});
