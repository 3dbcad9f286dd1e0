// A session lives until it is ended, too old or unused; a user has a limited number at once.
import { SESSIONS_MAX, type UserEvent } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { isLive } from './sessions.ts';
import { decideUser, type User, type UserCommand, userAggregate } from './user.ts';
import type { RegisteredUser } from './user-state.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const userId = 'user-1';
const passwordHash = 'sealed hash';
const registered: UserEvent = {
  type: 'UserRegistered',
  data: { userId, email: 'e', username: 'u', passwordHash, registeredAt: NOW },
};
const started = (sessionId: string, startedAt = NOW, expiresAt = '2026-03-31T12:00:00.000Z'): UserEvent => ({
  type: 'SessionStarted',
  data: { userId, sessionId, startedAt, expiresAt, device: 'Firefox on Linux' },
});
const used = (sessionId: string, usedAt: string): UserEvent => ({
  type: 'SessionUsed',
  data: { userId, sessionId, usedAt },
});
const ended = (
  sessionIds: string[],
  reason: Extract<UserEvent, { type: 'SessionsEnded' }>['data']['reason'],
): UserEvent => ({ type: 'SessionsEnded', data: { userId, sessionIds, reason } });
const deleted: UserEvent = { type: 'UserDeleted', data: { userId, deletedAt: NOW } };

const at = (now: string) => specify(userAggregate, now).given;
const given = at(NOW);
const deciding = (command: UserCommand) => (user: User, now: string) => decideUser(command, user, now);
const idsOf = (user: User) => (user as RegisteredUser).sessions.map(({ sessionId }) => sessionId);

describe('starting', () => {
  const start = (hash = passwordHash) =>
    deciding({
      type: 'StartSession',
      session: { sessionId: 'new', device: 'Firefox on Linux' },
      passwordHash: hash,
      proof: null,
    });
  const many = Array.from({ length: SESSIONS_MAX }, (_, index) => started(`s-${index}`));

  test('gives it 30 days', () => given(registered).when(start()).emits(started('new')));
  test('is refused when the password has changed since it was checked, or there is no such user', () => {
    given(registered).when(start('older hash')).refuses('INVALID_CREDENTIALS');
    given().when(start()).refuses('INVALID_CREDENTIALS');
    given(registered, deleted).when(start()).refuses('INVALID_CREDENTIALS');
  });
  test('ends the oldest at the limit', () =>
    given(registered, ...many)
      .when(start())
      .emits(ended(['s-0'], 'too-many'), started('new')));
  test('takes the place of those whose time is up', () => {
    const expired = started('expired', '2026-01-01T00:00:00.000Z', '2026-01-31T00:00:00.000Z');
    given(registered, expired, ...many.slice(1))
      .when(start())
      .emits(started('new'));
    expect(idsOf(given(registered, expired, started('next')).state())).toEqual(['next']);
  });
});

describe('living', () => {
  const session = {
    sessionId: 's',
    startedAt: NOW,
    usedAt: NOW,
    expiresAt: '2026-03-31T12:00:00.000Z',
    device: null,
  };

  test.each([
    ['at once', NOW, NOW, true],
    ['unused for less than a week', NOW, '2026-03-08T11:59:59.999Z', true],
    ['unused for a week', NOW, '2026-03-08T12:00:00.000Z', false],
    ['used until its time is up', '2026-03-31T11:00:00.000Z', '2026-03-31T11:59:59.999Z', true],
    ['when its time is up', '2026-03-31T11:00:00.000Z', '2026-03-31T12:00:00.000Z', false],
  ])('%s', (_, usedAt, now, lives) => expect(isLive({ ...session, usedAt }, now)).toBe(lives));
});

describe('using', () => {
  const use = deciding({ type: 'UseSession', sessionId: 's' });

  test('is noted once in six hours', () => {
    at('2026-03-01T17:59:59.999Z')(registered, started('s')).when(use).emitsNothing();
    const later = '2026-03-01T18:00:00.000Z';
    at(later)(registered, started('s')).when(use).emits(used('s', later));
    at(later)(registered, started('s'), used('s', later)).when(use).emitsNothing();
  });
  test('of one that has ended or is unknown is not noted', () => {
    const later = at('2026-03-02T12:00:00.000Z');
    later(registered, started('s'), ended(['s'], 'logout'))
      .when(use)
      .emitsNothing();
    later(registered).when(use).emitsNothing();
    later().when(use).emitsNothing();
    at('2026-03-09T12:00:00.000Z')(registered, started('s')).when(use).emitsNothing();
  });
});

describe('ending', () => {
  const end = deciding({ type: 'EndSession', sessionId: 's', reason: 'logout' });
  const endOthers = deciding({ type: 'EndOtherSessions', sessionId: 's' });

  test('happens once', () => {
    given(registered, started('s'))
      .when(end)
      .emits(ended(['s'], 'logout'));
    given(registered, started('s'), ended(['s'], 'logout'))
      .when(end)
      .emitsNothing();
    given().when(end).emitsNothing();
  });
  test('of all others leaves the current one', () => {
    given(registered, started('a'), started('s'), started('b'))
      .when(endOthers)
      .emits(ended(['a', 'b'], 'revoked'));
    given(registered, started('s')).when(endOthers).emitsNothing();
  });
});
