// The workflows that end replies and delete conversations, on a real Temporal server; their stored histories replay.
import { openWorkflows, sharedByTests } from '@tradeium/testing';
import { expect, test } from 'vitest';
import {
  type Cause,
  DELETE_CONVERSATIONS,
  type DeleteActivities,
  type Gone,
} from './delete-conversations-contract.ts';
import { SETTLE_REPLIES, type SettleActivities } from './settle-replies-contract.ts';

const HISTORIES = ['delete-conversations', 'settle-replies'] as const;
const GONE: Gone = { userId: 'ann' };
const CAUSE: Cause = { correlationId: 'request-1', causationId: 'event-1' };

const workflows = sharedByTests(() => openWorkflows('agent', new URL('../../fixtures/', import.meta.url)));

test('conversations are deleted as often as it takes', async () => {
  const calls: unknown[] = [];
  const activities: DeleteActivities = {
    deleteConversations: async (gone, cause) => {
      calls.push([gone, cause]);
      if (calls.length === 1) throw new Error('the database is down');
    },
  };
  await workflows.outcomeOf(DELETE_CONVERSATIONS.workflowType, [GONE, CAUSE], activities, HISTORIES[0]);
  expect(calls).toEqual([
    [GONE, CAUSE],
    [GONE, CAUSE],
  ]);
});

test('lost replies are ended, and counted', async () => {
  const settled = { looked: 2, settled: 1, failed: 0 };
  const activities: SettleActivities = { settleReplies: async () => settled };
  expect(await workflows.outcomeOf(SETTLE_REPLIES.workflowType, [], activities, HISTORIES[1])).toEqual(
    settled,
  );
});

test.each(HISTORIES)('the history %s replays', (name) => workflows.replay(name));
