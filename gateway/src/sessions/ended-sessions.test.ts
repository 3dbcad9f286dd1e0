// Which sessions and access tokens a user's commit ends, whatever else stands in it.
import type { RawEvent } from '@tradeium/contracts';
import { expect, test } from 'vitest';
import { endedBy } from './ended-sessions.ts';

const commitOf = (...events: RawEvent[]): Buffer =>
  Buffer.from(JSON.stringify({ events, meta: { commandId: 'c-1', at: '2026-01-01T00:00:00.000Z' } }));

const ended = (sessionIds: string[], reason = 'revoked', more = {}): RawEvent => ({
  type: 'SessionsEnded',
  data: { userId: 'ann', sessionIds, reason, ...more },
});

test('all sessions that a commit ends, even among events that cannot be read', () => {
  const newer = { type: 'SomethingNew', data: {} };
  const broken = { type: 'SessionUsed', data: { userId: 1 } };
  expect(endedBy(commitOf(newer, ended(['a', 'b'], 'too-many'), broken, ended(['c'])))).toEqual([
    'a',
    'b',
    'c',
  ]);
});

test('the access tokens that it revokes', () => {
  const revoked = { userId: 'ann', tokenIds: ['t1', 't2'], reason: 'password' };
  expect(endedBy(commitOf(ended(['a']), { type: 'AccessTokensRevoked', data: revoked }))).toEqual([
    'a',
    't1',
    't2',
  ]);
});

test('fields that a newer program has added change nothing', () => {
  expect(endedBy(commitOf(ended(['a'], 'logout', { by: 'clock' })))).toEqual(['a']);
});

test('none by other events, by an unreadable one, or by a message that is not a commit', () => {
  expect(
    endedBy(
      commitOf({ type: 'UserDeleted', data: { userId: 'ann', deletedAt: '2026-01-01T00:00:00.000Z' } }),
    ),
  ).toEqual([]);
  expect(endedBy(commitOf(ended([])))).toEqual([]);
  for (const data of ['{}', 'not JSON']) expect(endedBy(Buffer.from(data))).toEqual([]);
});
