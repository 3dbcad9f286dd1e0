// A reply that the read model does not have: the answer waits for what the events have, and for nothing else.
import { expect, test } from 'vitest';
import { emptyConversation } from '../domain/conversation-state.ts';
import { findReply } from './find-reply.ts';

const WHICH = { userId: 'ann', conversationId: 'c', replyId: 'r' };
const REPLY = { userId: 'ann', conversationId: 'c', status: 'streaming' };

type Case = {
  /** The read model's contents, before and once it has caught up. */
  readonly read: readonly (object | null)[];
  readonly replyIds?: readonly string[];
  readonly isDeleted?: boolean;
  readonly catchesUp?: boolean;
};

const foundIn = async ({ read, replyIds = ['r'], isDeleted = false, catchesUp = true }: Case) => {
  const answers = [...read];
  let waits = 0;
  const finding = {
    conversations: { load: async () => ({ state: { ...emptyConversation, replyIds, isDeleted } }) },
    turnModel: () => ({ findOne: () => ({ lean: async () => answers.shift() ?? null }) }),
    caughtUp: async () => {
      waits += 1;
      return catchesUp;
    },
  } as unknown as Parameters<typeof findReply>[0];
  return { found: await findReply(finding, WHICH), waits };
};

test('one that the read model has is found at once', async () => {
  expect(await foundIn({ read: [REPLY] })).toEqual({ found: REPLY, waits: 0 });
});

test('one that only the events have is found once the read model has caught up', async () => {
  expect(await foundIn({ read: [null, REPLY] })).toEqual({ found: REPLY, waits: 1 });
});

test('one that the read model does not have in time is unavailable, not absent', async () => {
  const { found } = await foundIn({ read: [null], catchesUp: false });
  expect(found).toEqual({ refused: 'SERVICE_UNAVAILABLE' });
});

test.each([
  ['that no event has', { read: [null], replyIds: ['other'] }, 0],
  ['of a deleted conversation', { read: [null], isDeleted: true }, 0],
  ['of another conversation', { read: [{ ...REPLY, conversationId: 'd' }] }, 0],
  ['of another user', { read: [null, null] }, 1],
] as const)('one %s is not found', async (_, given, waits) => {
  expect(await foundIn(given)).toEqual({ found: { refused: 'REPLY_NOT_FOUND' }, waits });
});
