// Account updates: each thing once for each user.
import { expect, test } from 'vitest';
import { distinctUpdates, type UserUpdate } from './account-updates.ts';

test('many events that change the same are one update; users, topics and chats are kept apart', () => {
  const update = (userId: string, topic: UserUpdate['topic'], backtest_id: string | null = null) =>
    ({ userId, topic, backtest_id }) as const;
  const different = [
    update('ann', 'chats'),
    update('ann', 'files', 'c1'),
    update('ann', 'files', 'c2'),
    update('bob', 'chats'),
  ];
  expect(distinctUpdates([...different, ...different, update('ann', 'chats')])).toEqual(different);
  expect(distinctUpdates([])).toEqual([]);
});
