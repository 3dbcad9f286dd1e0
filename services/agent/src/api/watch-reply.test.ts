// What a reader gets of a reply that has ended: the events that it would have seen, in order.
import { expect, test } from 'vitest';
import type { TurnDocument } from '../projections/turns.ts';
import { eventsOf } from './watch-reply.ts';

test('a reply that has ended says the most that it could have cost, and what it has cost', () => {
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
  expect(eventsOf(turn)).toEqual([
    { type: 'started', reply_id: 'r', message_id: 'm', at_most_vut: 5 },
    { type: 'chunk', content: 'Hi' },
    { type: 'usage', input_tokens: 1, cached_tokens: 0, output_tokens: 1, cost_vut: 2 },
    { type: 'complete', reply_id: 'r', status: 'completed' },
  ]);
});
