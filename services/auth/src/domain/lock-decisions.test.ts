// A locked account has no sessions and gets none; only the right password learns of the lock; unlocking revives nothing.
import type { UserEvent } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { mailRefusal } from './operator-decisions.ts';
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
const resetRequested: UserEvent = {
  type: 'PasswordResetRequested',
  data: { userId, issue: 1, tokenHash: 'token', salt: 'salt', expiresAt: '2026-03-01T13:00:00.000Z' },
};
const granted: UserEvent = { type: 'RoleGranted', data: { userId, role: 'admin', grantedAt: NOW } };
const revoked: UserEvent = { type: 'RoleRevoked', data: { userId, role: 'admin', revokedAt: NOW } };
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
  test('takes the role', () => {
    given(registered, granted).when(lock).emits(revoked, locked);
  });
  test('is refused for an unknown and for a deleted user, and so is unlocking', () => {
    for (const decide of [lock, unlock]) {
      given().when(decide).refuses('USER_NOT_FOUND');
      given(registered, deleted).when(decide).refuses('USER_NOT_FOUND');
    }
  });
});

test('the role of an admin is given once more, of nobody else', () => {
  const renew = deciding({ type: 'RenewAdmin' });
  given(registered, granted).when(renew).emits(granted);
  expect(given(registered, granted, granted).state()).toMatchObject({ roles: ['admin'], roleGrants: 2 });
  given(registered, granted, revoked).when(renew).emitsNothing();
  given(registered, granted, locked).when(renew).emitsNothing();
  given().when(renew).emitsNothing();
});

describe('a locked account', () => {
  const account = given(registered, requested, verified, locked);
  test('is not logged in to, which only the right password learns', () => {
    account.when(loginWith('hash')).refuses('ACCOUNT_LOCKED');
    account.when(loginWith('other')).refuses('INVALID_CREDENTIALS');
  });
  test('is opened by no mail from before the lock, then or once it is unlocked', () => {
    const token = { issue: 1, tokenHash: 'token' };
    const verify = { type: 'VerifyEmail', token, username: null, passwordHash: null, session: null } as const;
    const reset = { type: 'ResetPassword', token, passwordHash: 'new' } as const;
    for (const after of [[locked], [locked, unlocked]]) {
      given(registered, requested, ...after)
        .when(deciding(verify))
        .refuses('VERIFICATION_TOKEN_INVALID');
      given(registered, requested, verified, resetRequested, ...after)
        .when(deciding(reset))
        .refuses('RESET_TOKEN_INVALID');
    }
  });
  test('gets no mail with a link, about which only an operator learns', () => {
    const fresh = { tokenHash: 'fresh', salt: 'salt' };
    const resetMail = { type: 'RequestPasswordReset', reset: fresh, verification: fresh } as const;
    account.when(deciding(resetMail)).emitsNothing();
    const waiting = given(registered, requested, locked);
    waiting.when(deciding(resetMail)).emitsNothing();
    waiting.when(deciding({ type: 'RequestVerification', token: fresh })).emitsNothing();
    for (const mail of ['verification', 'password-reset'] as const)
      expect(mailRefusal(account.state(), mail, [])).toEqual({ refused: 'ACCOUNT_LOCKED' });
  });
  test('needs the password for its new link when somebody registered it again meanwhile', () => {
    const repeated: UserEvent = { type: 'RegistrationRepeated', data: { userId, passwordHash: 'strange' } };
    const again: UserEvent = { ...requested, data: { ...requested.data, issue: 2 } };
    const token = { issue: 2, tokenHash: 'token' };
    given(registered, requested, locked, repeated, unlocked, again)
      .when(deciding({ type: 'VerifyEmail', token, username: null, passwordHash: null, session: null }))
      .refuses('VERIFICATION_PASSWORD_REQUIRED');
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
