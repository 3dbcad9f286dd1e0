// A study is read as a surface: its plateau, its trials and its doubts, of the chat alone.
import type { StudyPoint } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { readStudy, surfaceOf } from './read-study.ts';
import type { ToolContext } from './tool.ts';

type Study = Parameters<typeof surfaceOf>[0];

const pointOf = (index: number, lookback: number, sharpe: number | null): StudyPoint =>
  ({
    index,
    parameters: { lookback },
    settings: {},
    error: sharpe === null ? 'Line 3: x is not defined' : null,
    statistics: sharpe === null ? null : { sharpe_ratio: sharpe, total_return: sharpe / 2 },
    deflated_sharpe_ratio: sharpe === null ? null : sharpe / 3,
  }) as StudyPoint;

/** A lonely peak at 10, and even ground from 40 to 60. */
const SHARPES = [null, 3, 0.1, 0.9, 1, 0.9, 0.2];
const VALUES = [5, 10, 20, 40, 50, 60, 70];
const STUDY = {
  study_id: 'study-1',
  backtest_id: 'chat',
  strategy_filename: 'strategy_a.py',
  status: 'completed',
  method: 'grid',
  axes: [{ kind: 'parameter', name: 'lookback', values: VALUES }],
  points_total: 7,
  done: 7,
  goal: null,
  reason: null,
  cost_vut: 2.5,
  points: SHARPES.map((sharpe, index) => pointOf(index, VALUES[index] ?? 0, sharpe)),
  next_after: null,
  trials: 12,
  probability_of_overfitting: null,
  doubt: 'state',
  walk_forward: null,
} as unknown as Study;

test('the answer is the region that does well together, not the best point', () => {
  const read = surfaceOf(STUDY, 'sharpe_ratio');
  expect(read).toMatchObject({
    trials: 12,
    failed: 1,
    first_failure: 'Line 3: x is not defined',
    plateau: {
      region: { 'parameters.lookback': { from: 40, to: 60 } },
      points: 3,
      worst: 0.9,
      centre: { 'parameters.lookback': 50, sharpe_ratio: 1, deflated_sharpe_ratio: 1 / 3 },
      ends_at_the_end_of: [],
    },
    doubts: [expect.stringMatching(/keeps state/), expect.stringMatching(/Fewer than ten/)],
  });
});

test('neighbours have the same word, and a plateau at the end of an axis says so', () => {
  const mode = { kind: 'parameter' as const, name: 'mode', values: ['a', 'b'] };
  const points = [0.2, 0.3, 1, 1.1].map((sharpe, index) => {
    const one = pointOf(index, index % 2 === 0 ? 5 : 10, sharpe);
    return { ...one, parameters: { ...one.parameters, mode: index < 2 ? 'a' : 'b' } };
  });
  const axes = [{ kind: 'parameter' as const, name: 'lookback', values: [5, 10] }, mode];
  const read = surfaceOf({ ...STUDY, axes, points }, 'sharpe_ratio');
  expect(read).toMatchObject({
    plateau: {
      region: { 'parameters.lookback': { from: 5, to: 10 }, 'parameters.mode': 'b' },
      points: 2,
      ends_at_the_end_of: ['parameters.lookback'],
    },
  });
});

test('a parameter may have the name of a setting, or of a figure', () => {
  const axes: Study['axes'] = [
    { kind: 'parameter', name: 'fees', values: [1, 2] },
    { kind: 'parameter', name: 'sharpe_ratio', values: [7, 8] },
    { kind: 'setting', name: 'fees', values: [0, 0.001] },
  ];
  const points = [pointOf(0, 5, 1.5)].map((point) => ({
    ...point,
    parameters: { fees: 2, sharpe_ratio: 8 },
    settings: { fees: 0.001 },
  }));
  const own = {
    'parameters.fees': 2,
    'parameters.sharpe_ratio': 8,
    'settings.fees': 0.001,
    sharpe_ratio: 1.5,
  };
  expect(surfaceOf({ ...STUDY, axes, points }, 'sharpe_ratio')).toMatchObject({
    axes: [{ name: 'parameters.fees' }, { name: 'parameters.sharpe_ratio' }, { name: 'settings.fees' }],
    top: [own],
  });
});

test('without neighbours there is no plateau', () => {
  const read = surfaceOf({ ...STUDY, points: STUDY.points.slice(1, 2) }, 'sharpe_ratio');
  expect(read).toMatchObject({ plateau: null, top: [{ 'parameters.lookback': 10 }] });
});

/** Reads it with these answers of the service, in pages of four points. */
const readIn = async (chatId: string, input: object) => {
  const asked: object[] = [];
  const request = async ({ name }: { name: string }, of: { after?: number }) => {
    asked.push(of);
    if (/list/i.test(name)) return { output: { studies: [{ study_id: 'study-1' }] } };
    const later = STUDY.points.filter(({ index }) => index > (of.after ?? -1));
    return { output: { ...STUDY, points: later.slice(0, 4), next_after: later.length > 4 ? 3 : null } };
  };
  const { signal } = new AbortController();
  const context = { userId: 'ann', callId: 'r-1', chatId, signal, client: { request } };
  const answer = await readStudy.run(context as unknown as ToolContext, readStudy.input.parse(input));
  return { ...answer, asked };
};

test('without an id the newest of the chat is read, on all of its pages', async () => {
  const { content, title, asked } = await readIn('chat', {});
  expect(title).toBe('Read a study of 7 points (completed)');
  expect(JSON.parse(content)).toMatchObject({
    plateau: { region: { 'parameters.lookback': { from: 40, to: 60 } } },
  });
  expect(asked).toMatchObject([{ backtest_id: 'chat' }, { study_id: 'study-1' }, { after: 3 }]);
});

test('a study of another chat of its user is not there', async () => {
  expect(await readIn('other', { study_id: 'study-1' })).toMatchObject({
    hasFailed: true,
    content: expect.not.stringMatching(/lookback/),
  });
});
