// What of a long conversation the model reads: the newest turns, and a summary of those before.
import { expect, test } from 'vitest';
import { promptOf } from './prompt.ts';
import { usualSettings } from './usual-settings.ts';

const turn = (number: number) => ({
  text: `question ${number}`,
  reply: `answer ${number}`,
  replyId: `r${number}`,
});
const TURNS = [1, 2, 3, 4, 5, 6].map(turn);

/** Every message counts one; half of the context is for the conversation. */
const prompted = (
  contextTokens: number,
  summary: { replyId: string; text: string } | null = null,
  turns = TURNS,
) =>
  promptOf({
    model: { tokensAtMost: (messages) => messages.length },
    limits: { contextTokens, maxOutputTokens: 0 },
    tools: [],
    system: 'You are an agent.',
    settings: usualSettings(new Date('2025-10-08T12:00:00Z')),
    filenames: [],
    turns,
    summary,
    message: 'next',
  });
const said = ({ messages }: ReturnType<typeof prompted>) => messages.slice(2).map(({ content }) => content);

test('all of a short one', () => {
  expect(prompted(100)).toMatchObject({ leftOut: 0, toSumUp: [], earlier: null });
  expect(said(prompted(100))).toHaveLength(13);
});

test('of a long one a part of what would fit, so that the next summary is not due at once', () => {
  const long = prompted(22);
  expect(long.toSumUp.map(({ replyId }) => replyId)).toEqual(['r1', 'r2', 'r3', 'r4']);
  expect(said(long)).toEqual(['question 5', 'answer 5', 'question 6', 'answer 6', 'next']);
});

test('a summary in place of the turns that it has', () => {
  const summed = prompted(22, { replyId: 'r4', text: 'So far.' });
  expect(summed).toMatchObject({ leftOut: 0, toSumUp: [], earlier: 'So far.' });
  expect(said(summed)).toEqual([
    expect.stringContaining('So far.'),
    'question 5',
    'answer 5',
    'question 6',
    'answer 6',
    'next',
  ]);
});

test('no summary of turns that have left the branch', () => {
  expect(prompted(100, { replyId: 'gone', text: 'So far.' })).toMatchObject({ earlier: null, leftOut: 0 });
});
