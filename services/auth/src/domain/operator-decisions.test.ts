// The limits of an operator's actions on an account, and of vouching for an address.
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
const requested = (issue: number): UserEvent => ({
  type: 'VerificationRequested',
  data: { userId, issue, tokenHash: 'token', salt: 'salt', expiresAt: '2026-03-02T12:00:00.000Z' },
});
const vouched: UserEvent = { type: 'EmailVerified', data: { userId, by: 'operator' } };
const started: UserEvent = {
  type: 'SessionStarted',
  data: { userId, sessionId: 's1', startedAt: NOW, expiresAt: '2026-03-31T12:00:00.000Z', device: null },
};
const enabled: UserEvent = {
  type: 'SecondFactorEnabled',
  data: { userId, secret: 'sealed', step: 5, recoveryHashes: ['r1'], enabledAt: NOW },
};

const { given } = specify(userAggregate, NOW);
const deciding = (command: UserCommand) => (user: User, now: string) => decideUser(command, user, now);

describe('vouching for an address', () => {
  const vouch = deciding({ type: 'VouchForEmail', username: null });
  test('verifies it, with another name where the registered one is taken', () => {
    given(registered, requested(1)).when(vouch).emits(vouched);
    given(registered)
      .when(deciding({ type: 'VouchForEmail', username: 'other' }))
      .emits({ type: 'UsernameChanged', data: { userId, username: 'other' } }, vouched);
  });
  test('is refused where it is verified, and for an unknown user', () => {
    given(registered, vouched).when(vouch).refuses('EMAIL_ALREADY_VERIFIED');
    given().when(vouch).refuses('USER_NOT_FOUND');
  });
  test("proves no owner, and keeps the registration's password", () => {
    const state = given(registered, requested(1), vouched).state();
    expect(state).toMatchObject({
      ...{ emailVerified: true, ownsAddress: false, passwordHash: 'hash', verificationTokens: [] },
    });
    const grant = deciding({ type: 'ChangeRole', role: 'admin', evenUnproven: false });
    given(registered, requested(1), vouched).when(grant).refuses('ADDRESS_NOT_PROVEN');
  });
});

test('ending all sessions ends what there is', () => {
  const end = deciding({ type: 'EndAllSessions' });
  given(registered, started)
    .when(end)
    .emits({ type: 'SessionsEnded', data: { userId, sessionIds: ['s1'], reason: 'operator' } });
  given(registered).when(end).emitsNothing();
  given().when(end).refuses('USER_NOT_FOUND');
});

test('a confirmation uses up its code', () => {
  const confirm = deciding({ type: 'ConfirmOperator', proof: { step: 6 } });
  given(registered, enabled)
    .when(confirm)
    .emits({ type: 'OneTimeCodeUsed', data: { userId, step: 6 } });
  given(registered, enabled, { type: 'OneTimeCodeUsed', data: { userId, step: 6 } })
    .when(confirm)
    .refuses('SECOND_FACTOR_WRONG');
  given(registered)
    .when(deciding({ type: 'ConfirmOperator', proof: null }))
    .emitsNothing();
});

describe('a mail that an operator sends again', () => {
  const token = { tokenHash: 'token', salt: 'salt' };
  const refusalOf = (mail: 'verification' | 'password-reset', ...events: UserEvent[]) => {
    const user = given(...events).state();
    const command: UserCommand =
      mail === 'verification'
        ? { type: 'RequestVerification', token }
        : { type: 'RequestPasswordReset', reset: token, verification: token };
    return mailRefusal(user, mail, decideUser(command, user, NOW))?.refused;
  };
  test('is sent, or refused with the reason', () => {
    expect(refusalOf('verification', registered)).toBeUndefined();
    expect(refusalOf('password-reset', registered, vouched)).toBeUndefined();
    expect(refusalOf('verification', registered, vouched)).toBe('EMAIL_ALREADY_VERIFIED');
    expect(refusalOf('password-reset', registered)).toBe('EMAIL_NOT_VERIFIED');
    expect(refusalOf('verification')).toBe('USER_NOT_FOUND');
    expect(refusalOf('verification', registered, ...[1, 2, 3, 4, 5].map(requested))).toBe('TOO_MANY_MAILS');
  });
});
