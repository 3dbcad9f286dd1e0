// A study that a model starts is bounded in points and price, and is its user's own.
import { refuse } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { usualSettings } from '../replies/usual-settings.ts';
import { startStudy } from './start-study.ts';
import type { ToolContext } from './tool.ts';

const PRICE = { points: 40, cost_at_most_vut: 13 };
const LOOKBACK = { lookback: { min: 5, max: 200, step: 5 } };
const ASKED = { filename: 'strategy_b.py', parameters: LOOKBACK };
const FILES = [
  { type: 'strategy', filename: 'strategy_a.py' },
  { type: 'backtest_folder', filename: 'result' },
  { type: 'strategy', filename: 'strategy_b.py' },
];

/** The answer to a call, and the inputs of its requests by name. */
const started = async (input: object, answers: Record<string, object> = {}, price = PRICE) => {
  const requests: Record<string, Record<string, unknown>> = {};
  const usual: Record<string, object> = {
    'list-files': { output: { files: FILES } },
    'price-study': { output: price },
    'start-study': { output: { ...price, study_id: 'study-1' } },
  };
  const request = async ({ name }: { name: string }, of: Record<string, unknown>) => {
    const key = name.replace(/([A-Z])/g, '-$1').toLowerCase();
    requests[key] = of;
    return answers[key] ?? usual[key];
  };
  const settings = usualSettings(new Date('2025-10-08T12:00:00Z'));
  const context = { userId: 'ann', callId: 'r-1', chatId: 'chat', settings, client: { request } };
  const answer = await startStudy.run(context as unknown as ToolContext, startStudy.input.parse(input));
  return { answer, requests };
};

test('it runs the file at its place in the chat, on the settings of the chat, under an id that a repeated call has again', async () => {
  const { answer, requests } = await started(ASKED);
  expect(JSON.parse(answer.content)).toMatchObject({ study_id: 'study-1', points: 40, cost_at_most_vut: 13 });
  expect(answer).not.toHaveProperty('cost');
  expect(requests['start-study']).toMatchObject({
    backtest_id: 'chat',
    focused_strategy: 'strategy_1',
    strategy_filename: 'strategy_b.py',
    method: 'grid',
    parameters: LOOKBACK,
    study_id: expect.stringMatching(/^[0-9a-f]{40}$/),
  });
  expect((await started(ASKED)).requests['start-study']).toEqual(requests['start-study']);
});

test('more points or credits than it may use start nothing, and it says how many there are', async () => {
  const many = await started(ASKED, {}, { points: 61, cost_at_most_vut: 13 });
  expect(many.answer).toMatchObject({ hasFailed: true, content: expect.stringMatching(/61 points.*60/) });
  const dear = await started(ASKED, {}, { points: 40, cost_at_most_vut: 101 });
  expect(dear.answer).toMatchObject({ hasFailed: true, content: expect.stringMatching(/101 VUT.*100/) });
  for (const { requests } of [many, dear]) expect(requests).not.toHaveProperty('start-study');
  expect(startStudy.input.safeParse({ ...ASKED, points_at_most: 201 }).success).toBe(false);
});

test('drawn points are as many as it may use', async () => {
  const drawn = { ...ASKED, method: 'quasi-random', points_at_most: 30 };
  const { requests } = await started(drawn, {}, { points: 30, cost_at_most_vut: 9 });
  expect(requests['start-study']).toMatchObject({ method: 'quasi-random', points: 30 });
});

test('a search has a goal, which other studies have not', async () => {
  const search = { ...ASKED, method: 'optimise', goal: 'calmar_ratio', points_at_most: 30 };
  const { requests } = await started(search, {}, { points: 30, cost_at_most_vut: 9 });
  expect(requests['start-study']).toMatchObject({ method: 'optimise', goal: 'calmar_ratio', points: 30 });
  expect((await started(ASKED)).requests['start-study']).not.toHaveProperty('goal');
});

test('credits that are short and a file that is not there are said', async () => {
  const refused = refuse('INSUFFICIENT_CREDITS', { required: 13, available: 1 });
  expect((await started(ASKED, { 'start-study': refused })).answer).toMatchObject({
    hasFailed: true,
    content: expect.stringMatching(/Insufficient.*13 VUT/),
  });
  expect((await started({ ...ASKED, filename: 'strategy_c.py' })).answer.content).toMatch(/no such strategy/);
});
