// Which replies count as lost: none that this process writes, and none only because its draft is missing.
import { silentLog } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { EXAMPLE_REPLY } from '../../fixtures/example-reply.ts';
import { type Ending, endLostReply } from './end-reply.ts';

const lostIn = async (isWrittenHere: boolean) => {
  const begun: string[] = [];
  const ending = {
    keptDrafts: {
      find: async () => null,
      begin: async ({ replyId }: { replyId: string }) => {
        begun.push(replyId);
      },
    },
    log: silentLog,
    lostAfterMs: 1_500,
    replies: { find: () => (isWrittenHere ? EXAMPLE_REPLY : undefined) },
  } as unknown as Ending & { replies: { find(): unknown } };
  return { isLost: await endLostReply(ending, EXAMPLE_REPLY), begun };
};

test('a reply that this process writes is not lost', async () => {
  expect(await lostIn(true)).toEqual({ isLost: false, begun: [] });
});

test('a reply without a draft is not lost yet: its process gets the time to keep one', async () => {
  expect(await lostIn(false)).toEqual({ isLost: false, begun: ['r'] });
});
