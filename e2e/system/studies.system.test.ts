// A study from its start to a kept point: every figure is that of a single run, and only what was computed is paid.
import { randomUUID } from 'node:crypto';
import type { RouteInput } from '@tradeium/contracts';
import { until } from '@tradeium/testing/until';
import { beforeAll, describe, expect, test } from 'vitest';
import { type RegisteredUser, registerUser } from '../api-client.ts';
import {
  aftermathOf,
  endOfStudy,
  firstPointsOf,
  runFiguresOf,
  STUDY_TIMEOUT_MS,
  type Study,
  type StudyInput,
  saveStrategy,
  statisticsAlone,
  statisticsOf,
} from '../backtest-story.ts';
import { runningSystem } from '../running-system.ts';

/** A cross of two averages, which fails at one value. */
const CROSS = `"""Cross"""
PARAMETERS = {
    "fast": {"default": 10, "min": 2, "max": 60, "step": 1},
    "slow": {"default": 50, "min": 10, "max": 200, "step": 5},
}

def strategy(candles, settings):
    fast, slow = settings.parameters["fast"], settings.parameters["slow"]
    if fast == 13:
        raise ValueError("unlucky")
    up = candles.close.rolling(fast).mean() > candles.close.rolling(slow).mean()
    return up / len(candles.coins)
`;

const SLOW_CROSS = CROSS.replace('    if fast', '    import time; time.sleep(0.5)\n    if fast');

let user: RegisteredUser;
beforeAll(async () => {
  user = await registerUser(runningSystem());
});

const inputOf = async (code: string, more: Partial<StudyInput>): Promise<StudyInput> => ({
  ...(await saveStrategy(user, code)),
  method: 'grid',
  parameters: {},
  ...more,
});

const runStudy = async (input: StudyInput): Promise<Study> =>
  endOfStudy(user, (await user.get('startStudy', input)).study_id);

const balanceOf = async (): Promise<number> => (await user.get('getBalance', {})).subscription.vut_remaining;

/** The result folder of a run, once it is there. */
const folderOf = ({ backtest_id }: StudyInput, run_id: string) =>
  until(
    `the folder of ${run_id}`,
    async () => {
      const { files } = await user.get('listFiles', { id: backtest_id });
      return files.find((file) => file.run_id === run_id);
    },
    { timeoutMs: STUDY_TIMEOUT_MS },
  );

describe('a grid over two parameters and the calendar', () => {
  let study: Study;
  let input: StudyInput;
  let price: { points: number; cost_at_most_vut: number };
  beforeAll(async () => {
    input = await inputOf(CROSS, {
      parameters: { fast: { values: [5, 13, 20] }, slow: { min: 40, max: 80, step: 20 } },
      settings: { rebalance_every: { values: ['bar', 'weekly'] } },
    });
    price = await user.get('priceStudy', input as RouteInput<'priceStudy'>);
    study = await runStudy(input);
  }, STUDY_TIMEOUT_MS);

  test('computes every combination, and says how the others failed', () => {
    expect(price.points).toBe(18);
    expect(study).toMatchObject({ status: 'completed', done: 18, points_total: 18, next_after: null });
    expect(study.trials).toBe(18);
    expect(study.points.map(({ index }) => index)).toEqual(Array.from({ length: 18 }, (_, index) => index));
    const failed = study.points.filter(({ error }) => error !== null);
    expect(failed).toHaveLength(6);
    for (const { parameters, error, statistics } of failed) {
      expect(parameters.fast).toBe(13);
      expect(error).toMatch(/^Line 10: .*unlucky/);
      expect(statistics).toBeNull();
    }
  });

  test('has the figures of single runs, to the last digit', async () => {
    for (const index of [0, 1, 17]) {
      const point = study.points[index] as Study['points'][number];
      const alone = await statisticsAlone(user, input, point, `run-${randomUUID()}`);
      expect(alone).toMatchObject({
        ...runFiguresOf(point),
        trials: 18,
        deflated_sharpe_ratio: point.deflated_sharpe_ratio,
      });
    }
  });

  test('costs the cells of the frames that it computed: calendars are free, and so are failures', async () => {
    // Six frames of 366 days and two coins; three values of `slow` with the failing one cost nothing.
    expect(study.cost_vut).toBeCloseTo((price.cost_at_most_vut * 6) / 9, 6);
    const { missing } = await aftermathOf(user, { ...input, run_id: study.study_id });
    expect(missing).toBe(0);
  });

  test('keeps a point as a result folder with its parameters, once', async () => {
    const keep = { study_id: study.study_id, index: 17 };
    const { run_id } = await user.get('keepStudyPoint', keep);
    expect(await user.get('keepStudyPoint', keep)).toEqual({ run_id });
    const folder = await folderOf(input, run_id);
    const statistics = await statisticsOf(user, input.backtest_id, folder.filename);
    expect(statistics.total_return).toBe(study.points[17]?.statistics?.total_return);
    await expect(user.call('keepStudyPoint', { ...keep, index: 99 })).resolves.toMatchObject({ status: 404 });
    const failed = study.points.findIndex(({ error }) => error !== null);
    const refused = await user.call('keepStudyPoint', { ...keep, index: failed });
    expect(refused).toMatchObject({ status: 409, code: 'STUDY_POINT_FAILED' });
  });

  test('is taken along as a table, with every point and figure', async () => {
    const asked = { study_id: study.study_id, format: 'csv', metric: 'cagr' } as const;
    const response = await user.open('exportStudy', asked, AbortSignal.timeout(10_000));
    const [head = '', ...rows] = (await response.text()).trimEnd().split('\n');
    const names = head.split(',');
    expect(names).toEqual(
      expect.arrayContaining(['parameters.fast', 'settings.rebalance_every', 'plateau_score_of_cagr']),
    );
    expect(rows).toHaveLength(18);
    for (const [index, row] of rows.entries()) {
      const point = study.points[index];
      const figure = (name: string) => Number(row.split(',')[names.indexOf(name)]);
      expect(figure('parameters.slow')).toBe(point?.parameters.slow);
      if (point?.statistics) expect(figure('sharpe_ratio')).toBe(point.statistics.sharpe_ratio);
    }
  });

  test('has a curve for each point that ends at its return', async () => {
    const point = await user.get('readStudyPoint', { study_id: study.study_id, index: 0 });
    expect(point.curve.value.at(-1)).toBeCloseTo(1 + (point.statistics?.total_return ?? 0), 12);
  });

  test('is listed in its chat, and read page by page', async () => {
    const { studies } = await user.get('listStudies', { backtest_id: input.backtest_id });
    expect(studies).toMatchObject([
      {
        ...{ study_id: study.study_id, status: 'completed', done: 18 },
        axes: [
          { kind: 'parameter', name: 'fast' },
          { kind: 'parameter', name: 'slow' },
          { kind: 'setting', name: 'rebalance_every' },
        ],
      },
    ]);
    const page = await user.get('readStudy', { study_id: study.study_id, after: 4, limit: 5 });
    expect(page.points.map(({ index }) => index)).toEqual([5, 6, 7, 8, 9]);
    expect(page.next_after).toBe(9);
  });

  test('is deleted: kept results and the count of trials stay', async () => {
    const { study_id } = study;
    const id = input.backtest_id;
    const files = () => user.get('listFiles', { id });
    const before = await files();
    expect(await user.get('deleteStudy', { id, study_id })).toEqual({ deleted: true });
    expect((await user.get('listStudies', { backtest_id: id })).studies).toEqual([]);
    const gone = { status: 404, code: 'STUDY_NOT_FOUND' };
    expect(await user.call('readStudy', { study_id })).toMatchObject(gone);
    expect(await user.call('readStudyPoint', { study_id, index: 0 })).toMatchObject(gone);
    expect(await user.call('keepStudyPoint', { study_id, index: 17 })).toMatchObject(gone);
    expect(await user.call('cancelStudy', { study_id })).toMatchObject(gone);
    expect(await user.call('deleteStudy', { id, study_id })).toMatchObject(gone);
    expect(await user.call('startStudy', { ...input, study_id })).toMatchObject({
      code: 'COMMAND_ID_REUSED',
    });
    expect(await files()).toEqual(before);
    const [folder] = before.files.filter(({ type }) => type === 'backtest_folder');
    expect(await user.get('readTrials', { id, folderName: folder?.filename ?? '' })).toMatchObject({
      chat: 18,
    });
  });
});

test('a study walks forward: later windows are judged with what earlier bars chose', async () => {
  const study = await runStudy(
    await inputOf(CROSS, {
      parameters: { fast: { values: [5, 10, 20] } },
      fixed: { slow: 200 },
      walk_forward: { kind: 'rolling', train_bars: 180, test_bars: 60, metric: 'total_return' },
    }),
  );
  expect(study).toMatchObject({ status: 'completed', done: 3 });
  const { windows = [], curve } = study.walk_forward ?? {};
  expect(windows).toHaveLength(3);
  for (const { chosen } of windows) expect(study.points.map(({ index }) => index)).toContain(chosen);
  // An average over 200 days trades in windows of 60: it sees the bars before.
  const rebalances = windows.map(({ out_of_sample }) => out_of_sample?.rebalances ?? 0);
  expect(Math.max(...rebalances)).toBeGreaterThan(0);
  expect(curve?.value.length).toBeGreaterThan(100);
});

test('all points of a study are of the code that was there when it started', async () => {
  const input = await inputOf(CROSS, { parameters: { fast: { min: 20, max: 34, step: 1 } } });
  const { study_id } = await user.get('startStudy', input);
  const changed = CROSS.replace('fast == 13', 'fast > 0');
  const selected = { id: input.backtest_id, selected_item: 'strategy-python-0' };
  await user.get('replaceStrategy', { ...selected, strategy_code: changed });
  const study = await endOfStudy(user, study_id);
  expect(study).toMatchObject({ status: 'completed', done: 15 });
  expect(study.points.map(({ error }) => error)).toEqual(Array.from({ length: 15 }, () => null));
});

test('a search computes its budget in rounds, each point once, and is steered by what it found', async () => {
  const input = await inputOf(CROSS, {
    method: 'optimise',
    goal: 'total_return',
    parameters: { fast: { min: 2, max: 40, step: 1 }, slow: { min: 45, max: 200, step: 5 } },
    points: 24,
  });
  const price = await user.get('priceStudy', input as RouteInput<'priceStudy'>);
  expect(price.points).toBe(24);
  const study = await runStudy(input);
  expect(study).toMatchObject({ status: 'completed', goal: 'total_return', done: 24, points_total: 24 });
  expect(study).toMatchObject({ trials: 24, probability_of_overfitting: null });
  expect(new Set(study.points.map(({ parameters }) => JSON.stringify(parameters))).size).toBe(24);
  const failed = study.points.filter(({ error }) => error !== null).length;
  expect(study.cost_vut).toBeCloseTo((price.cost_at_most_vut * (24 - failed)) / 24, 6);
  const returns = study.points.map(({ statistics }) => statistics?.total_return ?? -1);
  // The first ten are spread evenly; the others lie where these were good.
  const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  expect(meanOf(returns.slice(10))).toBeGreaterThan(meanOf(returns.slice(0, 10)));
  const windows = { kind: 'rolling', train_bars: 180, test_bars: 60, metric: 'total_return' } as const;
  expect(await user.call('startStudy', { ...input, walk_forward: windows })).toMatchObject({
    code: 'STUDY_WINDOWS_INVALID',
  });
  expect(await user.call('startStudy', { ...input, goal: undefined })).toMatchObject({
    status: 400,
    code: 'STUDY_GOAL_INVALID',
  });
});

test('a study that is cancelled keeps and charges what is computed', async () => {
  // More than any machine computes meanwhile.
  const parameters = { fast: { min: 20, max: 60, step: 1 }, slow: { min: 70, max: 200, step: 5 } };
  const input = await inputOf(SLOW_CROSS, { parameters });
  const { cost_at_most_vut, points } = await user.get('priceStudy', input as RouteInput<'priceStudy'>);
  const { study_id } = await user.get('startStudy', input);
  await firstPointsOf(user, study_id);
  expect(await user.call('deleteStudy', { id: input.backtest_id, study_id })).toMatchObject({
    status: 409,
    code: 'STUDY_RUNNING',
  });
  expect(await user.get('cancelStudy', { study_id })).toEqual({ cancelled: true });
  const study = await endOfStudy(user, study_id);
  expect(study.status).toBe('cancelled');
  expect(study.done).toBeGreaterThan(0);
  expect(study.done).toBeLessThan(points);
  expect(study.points).toHaveLength(study.done);
  expect(study.cost_vut).toBeCloseTo((cost_at_most_vut * study.done) / points, 6);
  expect(await user.get('cancelStudy', { study_id })).toEqual({ cancelled: false });
});

test('studies whose points have equal weights complete, also of two users at once', async () => {
  // A parameter that changes nothing: all batches answer the same bytes.
  const input = { parameters: { unused: { min: 1, max: 60, step: 1 } } };
  const idle = CROSS.replace(
    '"slow"',
    '"unused": {"default": 1, "min": 1, "max": 60, "step": 1},\n    "slow"',
  );
  const other = await registerUser(runningSystem());
  const mine = await user.get('startStudy', await inputOf(idle, input));
  const theirs = await other.get('startStudy', {
    ...(await saveStrategy(other, idle)),
    method: 'grid',
    ...input,
  });
  const studies = [await endOfStudy(user, mine.study_id), await endOfStudy(other, theirs.study_id)];
  for (const study of studies) {
    expect(study).toMatchObject({ status: 'completed', done: 60, probability_of_overfitting: null });
    expect(new Set(study.points.map(({ statistics }) => statistics?.final_value)).size).toBe(1);
  }
});

test('a study whose chat is deleted ends, and costs what was computed', async () => {
  const owner = await registerUser(runningSystem());
  const file = await saveStrategy(owner, SLOW_CROSS);
  const input: StudyInput = { ...file, method: 'grid', parameters: { fast: { min: 20, max: 60, step: 1 } } };
  const { cost_at_most_vut } = await owner.get('priceStudy', input as RouteInput<'priceStudy'>);
  const { study_id } = await owner.get('startStudy', input);
  await firstPointsOf(owner, study_id);
  await owner.get('deleteChat', { id: input.backtest_id });
  const charge = await until(
    'the charge for what was computed',
    async () => (await owner.get('getCreditHistory', {})).find(({ id }) => id.endsWith(`:${study_id}`)),
    { timeoutMs: STUDY_TIMEOUT_MS },
  );
  expect(charge.vut_cost).toBeGreaterThan(0);
  expect(charge.vut_cost).toBeLessThan(cost_at_most_vut);
});

test('many fees over hourly candles are one execution, which is paid whole if the study is cancelled in between, with the run that keeps its first point', async () => {
  const fees = Array.from({ length: 50 }, (_, at) => at / 10_000);
  const input = await inputOf(CROSS, {
    timeframe: '1h',
    settings: {
      fees: { values: fees },
      slippage: { values: Array.from({ length: 40 }, (_, at) => at / 10_000) },
    },
  });
  const { cost_at_most_vut, points } = await user.get('priceStudy', input as RouteInput<'priceStudy'>);
  expect(points).toBe(2_000);
  const { study_id } = await user.get('startStudy', input);
  const first = await firstPointsOf(user, study_id);
  expect(first).toBeLessThan(points);
  await user.get('cancelStudy', { study_id });
  const study = await endOfStudy(user, study_id);
  expect(study).toMatchObject({ status: 'cancelled', points_total: points, trials: study.done });
  expect(study.done).toBeLessThan(points);
  expect(study.points.map(({ index }) => index)).toEqual([...Array(study.done).keys()]);
  expect(study.cost_vut).toBeCloseTo(cost_at_most_vut, 6);
  // So the run that keeps its first point is free, and only that one.
  const kept = async (index: number) => {
    const before = await balanceOf();
    const folder = await folderOf(input, (await user.get('keepStudyPoint', { study_id, index })).run_id);
    const statistics = await statisticsOf(user, input.backtest_id, folder.filename);
    expect(statistics.total_return).toBe(study.points[index]?.statistics?.total_return);
    return before - (await balanceOf());
  };
  expect(await kept(0)).toBeCloseTo(0, 6);
  expect(await kept(1)).toBeCloseTo(cost_at_most_vut, 6);
});

describe('is refused', () => {
  test('a study of more than the credits', async () => {
    const input = await inputOf(CROSS, {
      start_date: '2019-01-01',
      timeframe: '1h',
      parameters: { fast: { min: 2, max: 60, step: 1 }, slow: { min: 10, max: 150, step: 5 } },
    });
    expect(await user.call('startStudy', input)).toMatchObject({ status: 402, code: 'INSUFFICIENT_CREDITS' });
  });

  test('a third study at once', async () => {
    const input = await inputOf(SLOW_CROSS, { parameters: { fast: { min: 20, max: 60, step: 1 } } });
    const two = await Promise.all([user.get('startStudy', input), user.get('startStudy', input)]);
    expect(await user.call('startStudy', input)).toMatchObject({ status: 429, code: 'TOO_MANY_STUDIES' });
    for (const { study_id } of two) await user.get('cancelStudy', { study_id });
    for (const { study_id } of two) await endOfStudy(user, study_id);
  });

  test('code that cannot run, with its line', async () => {
    const broken = CROSS.replace('"max": 60, "step": 1', '"max": 60, "step": 0');
    for (const varied of [
      { parameters: { fast: { values: [5, 10] } } },
      { settings: { fees: { values: [0, 0.001] } } },
    ])
      expect(await user.call('priceStudy', await inputOf(broken, varied))).toMatchObject({
        status: 400,
        code: 'STUDY_CODE_INVALID',
        body: { detail: expect.stringMatching(/Line [34]: .*fast.* step above 0/) },
      });
  });

  test('the private strategy', async () => {
    const input = await inputOf(CROSS, { parameters: { fast: { values: [5, 10] } } });
    const asked = { ...input, focused_strategy: 'TrendBot 2.0' };
    expect(await user.call('startStudy', asked)).toMatchObject({
      status: 400,
      code: 'STUDY_REFUSES_PRIVATE',
    });
  });
});

test('a request with the same id is the same study', async () => {
  const study_id = `study-${randomUUID()}`;
  const input = { ...(await inputOf(CROSS, { parameters: { fast: { values: [5, 10] } } })), study_id };
  const [one, two] = [await user.get('startStudy', input), await user.get('startStudy', input)];
  expect(two).toEqual(one);
  const others = [{ parameters: { fast: { values: [5, 11] } } }, { fixed: { slow: 60 } }, { fees: 0.002 }];
  for (const other of others)
    expect(await user.call('startStudy', { ...input, ...other })).toMatchObject({
      code: 'COMMAND_ID_REUSED',
    });
  expect(await endOfStudy(user, study_id)).toMatchObject({ status: 'completed', done: 2 });
});
