// A conversation accepts one reply at a time, which ends once; branches; and its end.
import { microVutOf } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, test } from 'vitest';
import { conversationAggregate, decideConversation } from './conversation.ts';
import type { DataOf } from './conversation-state.ts';

const { given } = specify(conversationAggregate);

const CONVERSATION = { userId: 'ann', conversationId: 'c1', chatId: 'chat', agent: 'strategy' } as const;

type Sent = { type: 'MessageSent'; data: DataOf<'MessageSent'> };

const sent = (place: number, more: Partial<Sent['data']> = {}): Sent => ({
  type: 'MessageSent',
  data: {
    ...CONVERSATION,
    messageId: `m${place}`,
    replyId: `r${place}`,
    text: `message ${place}`,
    replaces: null,
    dropped: [],
    model: 'gpt-5',
    atMost: microVutOf(1_000),
    ...more,
  },
});

const ended = (place: number, cost = 400): DataOf<'ReplyCompleted'> => ({
  ...CONVERSATION,
  replyId: `r${place}`,
  text: `reply ${place}`,
  steps: [],
  results: [],
  notices: [],
  usage: { input: 10, cached: 0, output: 20 },
  cost: microVutOf(cost),
  isOutputFree: false,
});
const completed = (place: number, cost?: number) =>
  ({ type: 'ReplyCompleted', data: ended(place, cost) }) as const;

const send = (place: number, replaces: string | null = null) => {
  const { dropped: _, ...data } = sent(place, { replaces }).data;
  return (state: Parameters<typeof decideConversation>[1]) =>
    decideConversation({ type: 'SendMessage', data }, state);
};
const complete = (place: number, cost?: number) => (state: Parameters<typeof decideConversation>[1]) =>
  decideConversation({ type: 'EndReply', end: completed(place, cost) }, state);

describe('a message', () => {
  test('begins a reply', () => {
    given().when(send(1)).emits(sent(1));
    given(sent(1), completed(1)).when(send(2)).emits(sent(2));
  });

  test('waits for no other: while a reply is being written it is refused', () => {
    given(sent(1)).when(send(2)).refuses('REPLY_IN_PROGRESS');
  });

  test('in the place of an earlier one begins a branch without what followed', () => {
    const before = [sent(1), completed(1), sent(2), completed(2), sent(3), completed(3)];
    given(...before)
      .when(send(4, 'm2'))
      .emits(sent(4, { replaces: 'm2', dropped: ['r2', 'r3'] }));
    given(...before, sent(4, { replaces: 'm2', dropped: ['r2', 'r3'] }), completed(4))
      .when(send(5, 'm3'))
      .refuses('MESSAGE_NOT_FOUND');
  });
});

describe('the end of a reply', () => {
  test('is written once', () => {
    given(sent(1)).when(complete(1)).emits(completed(1));
    given(sent(1), completed(1)).when(complete(1)).emitsNothing();
    given(sent(1), completed(1), sent(2)).when(complete(1)).emitsNothing();
  });

  test('never costs more than was reserved', () => {
    given(sent(1)).when(complete(1, 5_000)).emits(completed(1, 1_000));
  });
});

describe('a deleted conversation', () => {
  const remove = (state: Parameters<typeof decideConversation>[1]) =>
    decideConversation({ type: 'DeleteConversation', data: CONVERSATION }, state);
  const deleted = (replyIds: string[], unfinished: string | null) =>
    ({ type: 'ConversationDeleted', data: { ...CONVERSATION, replyIds, unfinished } }) as const;

  test('names every reply on every branch, and the one that is being written', () => {
    given(sent(1), completed(1), sent(2, { replaces: 'm1', dropped: ['r1'] }))
      .when(remove)
      .emits(deleted(['r1', 'r2'], 'r2'));
  });

  test('takes no message, and stores no reply', () => {
    const gone = [sent(1), deleted(['r1'], 'r1')];
    given(...gone)
      .when(send(2))
      .refuses('CHAT_NOT_FOUND');
    given(...gone)
      .when(complete(1))
      .emitsNothing();
    given(...gone)
      .when(remove)
      .emitsNothing();
  });
});
