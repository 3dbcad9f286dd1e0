// The list of parked events: one line for each, without secrets and stacks, the oldest first.
import type { ParkedEvent, ParkedReaction } from '@tradeium/event-store';
import { expect, test } from 'vitest';
import { listParked } from './parked-list.ts';

const ofReadModel: ParkedEvent = {
  _id: 'accounts_v1:CREDITS:7:0',
  projection: 'accounts',
  collection: 'accounts_v1',
  stream: 'CREDITS',
  sequence: 7,
  index: 0,
  type: 'CreditsGranted',
  error: 'Error: the amount\n  is missing, apiKey=abcdefgh\n    at fold (file.ts:1:1)',
  at: '2026-01-02T00:00:00.000Z',
};
const ofReaction = (reason: ParkedReaction['reason'], at: string): ParkedReaction => ({
  ...{ context: 'auth', sequence: 3, index: 0, type: 'UserRegistered', reason, at },
  ...{ attempts: 15, retries: 2, retryAt: null, isTrying: false, error: 'Error: no mail' },
});

const listed = (isDatabaseThere: boolean, entries: readonly ParkedReaction[]) =>
  listParked({
    projections: { parked: async () => [ofReadModel], isDatabaseThere: async () => isDatabaseThere },
    reactions: [{ name: 'send-mails', parked: async (limit) => entries.slice(0, limit) }],
  });

test('says in one line why each is parked, and which can be retried', async () => {
  const entries = [
    ofReaction('failed', '2026-01-01T00:00:00.000Z'),
    ofReaction('expired', '2026-01-03T00:00:00.000Z'),
  ];
  expect(await listed(true, entries)).toMatchObject([
    { name: 'send-mails', stream: 'AUTH', reason: 'Every attempt failed: Error: no mail', canRetry: true },
    {
      name: 'accounts',
      stream: 'CREDITS',
      reason: 'Error: the amount is missing, apiKey=[secret]',
      canRetry: false,
    },
    { name: 'send-mails', reason: 'It is too old to act on: Error: no mail', canRetry: false },
  ]);
});

test('lists those of reactions while the database is down, and no more than a hundred', async () => {
  const entries = Array.from({ length: 150 }, () => ofReaction('failed', '2026-01-01T00:00:00.000Z'));
  const found = await listed(false, entries);
  expect(found).toHaveLength(100);
  expect(found.every(({ name }) => name === 'send-mails')).toBe(true);
});
