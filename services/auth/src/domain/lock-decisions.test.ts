// A locked account has no sessions and gets none; only the right password learns of the lock; unlocking revives nothing.
import type { UserEvent } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { decideUser, type User, type UserCommand, userAggregate } from './user.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const userId = 'user-1';
const registered: UserEvent = {
  type: 'UserRegistered',
  data: { userId, email: 'sealed', username: 'sealed', passwordHash: 'hash', registeredAt: NOW },
};
const requested: UserEvent = {
  type: 'VerificationRequested',
  data: { userId, issue: 1, tokenHash: 'token', salt: 'salt', expiresAt: '2026-03-02T12:00:00.000Z' },
};
const verified: UserEvent = { type: 'EmailVerified', data: { userId, issue: 1 } };
const started: UserEvent = {
  type: 'SessionStarted',
  data: { userId, sessionId: 's1', startedAt: NOW, expiresAt: '2026-03-31T12:00:00.000Z', device: null },
};
const tokenMade: UserEvent = {
  type: 'AccessTokenCreated',
  data: {
    ...{ userId, tokenId: 't1', name: 'sealed', scopes: ['read'] },
    ...{ createdAt: NOW, expiresAt: '2026-03-31T12:00:00.000Z' },
  },
};
const locked: UserEvent = { type: 'UserLocked', data: { userId, lockedAt: NOW } };
const unlocked: UserEvent = { type: 'UserUnlocked', data: { userId, unlockedAt: NOW } };
const deleted: UserEvent = { type: 'UserDeleted', data: { userId, deletedAt: NOW } };

const { given } = specify(userAggregate, NOW);
const deciding = (command: UserCommand) => (user: User, now: string) => decideUser(command, user, now);
const lock = deciding({ type: 'LockUser' });
const unlock = deciding({ type: 'UnlockUser' });
const session = { sessionId: 's2', device: null };
const loginWith = (passwordHash: string) =>
  deciding({ type: 'StartSession', session, passwordHash, proof: null });

describe('locking', () => {
  test('ends sessions and access tokens in the same commit, once', () => {
    given(registered, requested, verified, started, tokenMade)
      .when(lock)
      .emits(
        { type: 'SessionsEnded', data: { userId, sessionIds: ['s1'], reason: 'locked' } },
        { type: 'AccessTokensRevoked', data: { userId, tokenIds: ['t1'], reason: 'locked' } },
        locked,
      );
    given(registered).when(lock).emits(locked);
    given(registered, locked).when(lock).emitsNothing();
  });
  test('is refused for an unknown and for a deleted user, and so is unlocking', () => {
    for (const decide of [lock, unlock]) {
      given().when(decide).refuses('USER_NOT_FOUND');
      given(registered, deleted).when(decide).refuses('USER_NOT_FOUND');
    }
  });
});

describe('a locked account', () => {
  const account = given(registered, requested, verified, locked);
  test('is not logged in to, which only the right password learns', () => {
    account.when(loginWith('hash')).refuses('ACCOUNT_LOCKED');
    account.when(loginWith('other')).refuses('INVALID_CREDENTIALS');
  });
  test('gets no session from the link of a mail', () => {
    const token = { issue: 1, tokenHash: 'token' };
    const proof = { type: 'VerifyEmail', token, username: null, passwordHash: null } as const;
    given(registered, requested, locked)
      .when(deciding({ ...proof, session }))
      .refuses('ACCOUNT_LOCKED');
    given(registered, requested, locked)
      .when(deciding({ ...proof, session: null }))
      .emits(verified);
  });
  const OF_SIGNED_IN: readonly UserCommand[] = [
    { type: 'ChangeProfile', username: null, password: { from: 'hash', to: 'new', session } },
    {
      type: 'EnableSecondFactor',
      ...{ passwordHash: 'hash', sessionId: 's1', secret: 'x', step: 1, recoveryHashes: [] },
    },
    {
      type: 'CreateAccessToken',
      ...{ tokenId: 't2', name: 'x', scopes: ['read'], days: 30, passwordHash: 'hash', proof: null },
    },
    { type: 'ConfirmOperator', proof: null },
    { type: 'DeleteUser', passwordHash: 'hash' },
  ];
  test.each(OF_SIGNED_IN)('refuses $type of a session that ended with the lock', (command) =>
    account.when(deciding(command)).refuses('ACCOUNT_LOCKED'),
  );
});

describe('unlocking', () => {
  test('opens the account for new sessions, once, and revives none', () => {
    given(registered, locked).when(unlock).emits(unlocked);
    given(registered).when(unlock).emitsNothing();
    const ended: UserEvent = {
      type: 'SessionsEnded',
      data: { userId, sessionIds: ['s1'], reason: 'locked' },
    };
    const state = given(registered, requested, verified, started, ended, locked, unlocked).state();
    expect(state).toMatchObject({ isLocked: false, sessions: [] });
    const again = given(registered, requested, verified, locked, unlocked).when(loginWith('hash'));
    again.emits({ ...started, data: { ...started.data, sessionId: 's2' } } as UserEvent);
  });
});
