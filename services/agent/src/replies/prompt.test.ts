// Of a long conversation the model reads the newest turns, and a summary of those before.
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
const PROMPTED: Parameters<typeof promptOf>[0] = {
  model: { tokensAtMost: (messages) => messages.length },
  limits: { contextTokens: 100, maxOutputTokens: 0 },
  tools: [],
  system: 'You are an agent.',
  settings: usualSettings(new Date('2025-10-08T12:00:00Z')),
  today: '2025-11-28',
  filenames: [],
  selected: {},
  turns: TURNS,
  summary: null,
  message: 'next',
};

const prompted = (
  contextTokens: number,
  summary: { replyId: string; text: string } | null = null,
  turns = TURNS,
) => promptOf({ ...PROMPTED, limits: { contextTokens, maxOutputTokens: 0 }, turns, summary });

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

test.for<[string, (typeof PROMPTED)['selected'], string | null]>([
  ['nothing', {}, null],
  ['a strategy file', { filename: 'strategy_a.py' }, 'The user looks at: strategy_a.py.'],
  ['a file of another chat', { filename: 'strategy_z.py' }, null],
  ['a result', { run_id: 'run-1' }, 'The user looks at: the result run-1.'],
  [
    'a result and its file',
    { run_id: 'run-1', filename: 'strategy_a.py' },
    'The user looks at: the result run-1 of strategy_a.py.',
  ],
])('of what the user looks at: %s', ([, selected, line]) => {
  const { messages } = promptOf({ ...PROMPTED, filenames: ['strategy_a.py'], selected });
  const lines = String(messages[1]?.content).split('\n');
  expect(lines.filter((text) => text.startsWith('The user looks at'))).toEqual(line === null ? [] : [line]);
});
