// Which replies count as lost: none that this process writes, and none before its process had time to keep a draft.
import { isRefusal, microVutOf } from '@tradeium/contracts';
import { silentLog } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { EXAMPLE_REPLY } from '../../fixtures/example-reply.ts';
import { type ConversationCommand, decideConversation } from '../domain/conversation.ts';
import { emptyConversation } from '../domain/conversation-state.ts';
import { endLostReply } from './end-reply.ts';

const NOW = '2026-03-01T12:00:10.000Z';
const LOST_AFTER_MS = 1_500;

type Case = {
  readonly isWrittenHere?: boolean;
  /** When the message of the reply, which has no draft, was sent. */
  readonly sentAt?: string | null | Error;
};

const lostIn = async ({ isWrittenHere = false, sentAt = null }: Case) => {
  const written: string[] = [];
  const turn = async () => {
    if (sentAt instanceof Error) throw sentAt;
    return sentAt === null ? null : { sentAt };
  };
  const ending = {
    keptDrafts: {
      find: async () => null,
      begin: async ({ replyId }: { replyId: string }) => void written.push(`draft of ${replyId}`),
      remove: async () => undefined,
    },
    conversations: {
      change: async (_id: string, command: ConversationCommand) => {
        const active = { replyId: EXAMPLE_REPLY.replyId, atMost: microVutOf(5) };
        const events = decideConversation(command, { ...emptyConversation, active });
        for (const { data } of isRefusal(events) ? [] : events) written.push(costOf(data));
        return { events: [] };
      },
    },
    models: { strategy: { prices: { input: 1, cached: 1, output: 1 } } },
    log: silentLog,
    lostAfterMs: LOST_AFTER_MS,
    now: () => new Date(NOW),
    turnModel: () => ({ findOne: () => ({ lean: turn }) }),
    replies: { find: () => (isWrittenHere ? EXAMPLE_REPLY : undefined) },
  } as unknown as Parameters<typeof endLostReply>[0];
  return { isLost: await endLostReply(ending, EXAMPLE_REPLY), written };
};

const costOf = (data: object): string => `end for ${'cost' in data ? data.cost : 'nothing'}`;

test('a reply that this process writes is not lost', async () => {
  const long = '2026-03-01T11:00:00.000Z';
  expect(await lostIn({ isWrittenHere: true, sentAt: long })).toEqual({ isLost: false, written: [] });
});

test('a reply without a draft is not lost before its process had time to keep one', async () => {
  expect(await lostIn({ sentAt: '2026-03-01T12:00:09.000Z' })).toEqual({ isLost: false, written: [] });
});

test('a reply without a draft is lost after that time, and costs nothing', async () => {
  expect(await lostIn({ sentAt: '2026-03-01T12:00:08.000Z' })).toEqual({
    isLost: true,
    written: ['end for 0'],
  });
});

test.each([null, new Error('MongoDB is down')])(
  'where the time of its message is unknown (%s), its process gets that time from now on',
  async (sentAt) => {
    expect(await lostIn({ sentAt })).toEqual({ isLost: false, written: ['draft of r'] });
  },
);
