// A study of the chat is cancelled by its id, as often as a model likes, and no other is.
import { refuse } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { cancelStudy } from './cancel-study.ts';
import type { ToolContext } from './tool.ts';

const STUDY = { study_id: 'study-1', backtest_id: 'chat', points_total: 40, done: 7 };

/** Cancels it where it has these statuses, one after another; answers with what was asked of the service. */
const cancelled = async (statuses: readonly string[], chatId = 'chat', answered?: object) => {
  const asked: string[] = [];
  const left = [...statuses];
  const request = async ({ name }: { name: string }) => {
    const isRead = /read/i.test(name);
    asked.push(isRead ? 'read' : 'cancel');
    return isRead
      ? { output: { ...STUDY, status: left.shift() } }
      : (answered ?? { output: { cancelled: true } });
  };
  const context = { userId: 'ann', callId: 'r-1', chatId, client: { request } } as unknown as ToolContext;
  return { ...(await cancelStudy.run(context, { study_id: 'study-1' })), asked };
};

test('one that is running is cancelled, and what is computed so far is said', async () => {
  const { content, asked } = await cancelled(['running']);
  expect(JSON.parse(content)).toMatchObject({
    study_id: 'study-1',
    cancelled: true,
    computed: 7,
    points: 40,
  });
  expect(asked).toEqual(['read', 'cancel']);
});

test('one that has ended answers its status, also if it ended in between', async () => {
  const before = await cancelled(['completed']);
  expect(JSON.parse(before.content)).toMatchObject({ cancelled: false, status: 'completed' });
  expect(before.asked).toEqual(['read']);
  const between = await cancelled(['running', 'failed'], 'chat', { output: { cancelled: false } });
  expect(JSON.parse(between.content)).toMatchObject({ cancelled: false, status: 'failed' });
});

test('one of another chat of its user is not there, and a refusal is said', async () => {
  const other = await cancelled(['running'], 'other');
  expect(other).toMatchObject({ hasFailed: true, asked: ['read'] });
  expect(await cancelled(['running'], 'chat', refuse('STUDY_NOT_FOUND'))).toMatchObject({
    hasFailed: true,
    content: expect.stringMatching(/not found/),
  });
});
