// A reader of a reply that has ended gets the events that it would have seen, in order.
import { expect, test } from 'vitest';
import type { TurnDocument } from '../projections/turns.ts';
import { BEGINNING, placeText, replyPlaceOf } from '../replies/reply-place.ts';
import { eventsOf } from './watch-reply.ts';

const turn: TurnDocument = {
  _id: 'r',
  seq: {},
  ...{
    userId: 'ann',
    conversationId: 'c',
    chatId: 'chat',
    agent: 'strategy',
    messageId: 'm',
    text: 'Hello',
  },
  ...{ sentAt: '2026-01-01T00:00:00.000Z', endedAt: '2026-01-01T00:00:01.000Z', replaces: null },
  ...{
    isCurrent: true,
    status: 'completed',
    reply: 'Hi',
    steps: [],
    results: [],
    notices: [],
    reason: null,
  },
  ...{ usage: { input: 1, cached: 0, output: 1 }, atMost: 5_000_000, cost: 2_000_000, isOutputFree: false },
};
const END = [
  { type: 'usage', input_tokens: 1, cached_tokens: 0, output_tokens: 1, cost_vut: 2 },
  { type: 'complete', reply_id: 'r', status: 'completed' },
];
const rest = (of: TurnDocument, place: string) => eventsOf(of, replyPlaceOf(place)).map(({ event }) => event);

test('a reply that has ended says the most that it could have cost, and what it has cost', () => {
  expect(rest(turn, '')).toEqual([
    { type: 'started', reply_id: 'r', message_id: 'm', at_most_vut: 5 },
    { type: 'chunk', content: 'Hi' },
    ...END,
  ]);
});

test('a reader that comes back after the end gets the rest of the text and the notices that it lacks', () => {
  const long = { ...turn, reply: 'Hi there', notices: ['One', 'Two'] };
  expect(rest(long, '2-1-1')).toEqual([
    { type: 'chunk', content: ' there' },
    { type: 'notice', text: 'Two' },
    ...END,
  ]);
  const [, first] = eventsOf(long);
  expect(rest(long, placeText(first?.place ?? BEGINNING))[0]).toEqual({ type: 'notice', text: 'One' });
});

test('a reader whose text may have become a thought gets all of it again', () => {
  const thought = { id: 's', tool: 'thinking', title: 'Thinking', status: 'done' } as const;
  const thoughtful = { ...turn, steps: [thought] };
  expect(rest(thoughtful, '1-0-1')[0]).toMatchObject({ type: 'started' });
  expect(rest(thoughtful, '1-0-3').slice(0, 2)).toMatchObject([
    { type: 'step' },
    { type: 'chunk', content: 'i' },
  ]);
});

test('a reader that has more than what was kept before a crash gets all of it again', () => {
  expect(rest(turn, '3-0-1')[0]).toMatchObject({ type: 'started' });
  expect(rest(turn, '2-1-1')[0]).toMatchObject({ type: 'started' });
});
