// The delivery of a notice on a real Temporal server: each place for itself, and its stored history replays.
import { ApplicationFailure } from '@temporalio/activity';
import { openWorkflows, sharedByTests } from '@tradeium/testing';
import { expect, test } from 'vitest';
import { DELIVER_NOTICE, type NoticeActivities, type NoticeJob } from './deliver-notice-contract.ts';

const HISTORY = 'deliver-notice';
const JOB: NoticeJob = { userId: 'ann', noticeId: 'n1', channels: ['mail', 'webhook'] };

const workflows = sharedByTests(() => openWorkflows('trading', new URL('../../fixtures/', import.meta.url)));

test('a place that refuses is given up, and the other one gets the notice', async () => {
  const calls: string[] = [];
  const activities: NoticeActivities = {
    deliverNotice: async ({ channel }) => {
      if (channel === 'webhook') throw ApplicationFailure.nonRetryable('it does not answer');
      calls.push(`delivered by ${channel}`);
    },
    giveUpNotice: async ({ channel }) => void calls.push(`gave up ${channel}`),
  };
  await workflows.outcomeOf(DELIVER_NOTICE.workflowType, [JOB], activities, HISTORY);
  expect(calls.toSorted()).toEqual(['delivered by mail', 'gave up webhook']);
});

test('its history replays', () => workflows.replay(HISTORY));
