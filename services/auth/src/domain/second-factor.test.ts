// A second factor is required from the moment it is on, each code counts once, and turning it off needs one too.
import type { UserEvent } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import type { CodeProof } from './second-factor.ts';
import { decideUser, type User, type UserCommand, userAggregate } from './user.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const IN_30_DAYS = '2026-03-31T12:00:00.000Z';
const userId = 'user-1';
const registered: UserEvent = {
  type: 'UserRegistered',
  data: { userId, email: 'ada@example.com', username: 'ada', passwordHash: 'hash', registeredAt: NOW },
};
const verified: UserEvent = { type: 'EmailVerified', data: { userId } };
const enabled: UserEvent = {
  type: 'SecondFactorEnabled',
  data: { userId, secret: 'sealed secret', step: 100, recoveryHashes: ['r1', 'r2'], enabledAt: NOW },
};
const codeUsed = (step: number): UserEvent => ({ type: 'OneTimeCodeUsed', data: { userId, step } });
const recoveryUsed = (recoveryHash: string): UserEvent => ({
  type: 'RecoveryCodeUsed',
  data: { userId, recoveryHash, usedAt: NOW },
});
const disabled = (by: 'user' | 'operator'): UserEvent => ({
  type: 'SecondFactorDisabled',
  data: { userId, by, disabledAt: NOW },
});
const sessionOf = (sessionId: string): UserEvent => ({
  type: 'SessionStarted',
  data: { userId, sessionId, startedAt: NOW, expiresAt: IN_30_DAYS, device: null },
});
const started = sessionOf('s');
const without = [registered, verified];
const withFactor = [...without, enabled];

const { given } = specify(userAggregate, NOW);
const deciding = (command: UserCommand) => (user: User, now: string) => decideUser(command, user, now);
const login = (proof: CodeProof | null) =>
  deciding({ type: 'StartSession', session: { sessionId: 's', device: null }, passwordHash: 'hash', proof });

describe('a login', () => {
  test('needs a code once the second factor is on, and none before or after', () => {
    given(...without)
      .when(login(null))
      .emits(started);
    given(...withFactor)
      .when(login(null))
      .refuses('SECOND_FACTOR_REQUIRED');
    given(...withFactor)
      .when(login({ step: 101 }))
      .emits(codeUsed(101), started);
    given(...withFactor, disabled('user'))
      .when(login(null))
      .emits(started);
  });
  test('takes a code once: not the one that turned it on, not a used one, not one of an earlier step', () => {
    for (const step of [99, 100])
      given(...withFactor)
        .when(login({ step }))
        .refuses('SECOND_FACTOR_WRONG');
    for (const step of [101, 102])
      given(...withFactor, codeUsed(102))
        .when(login({ step }))
        .refuses('SECOND_FACTOR_WRONG');
    given(...withFactor, codeUsed(102))
      .when(login({ step: 103 }))
      .emits(codeUsed(103), started);
  });
  test('takes a recovery code once', () => {
    given(...withFactor)
      .when(login({ recoveryHash: 'r1' }))
      .emits(recoveryUsed('r1'), started);
    given(...withFactor, recoveryUsed('r1'))
      .when(login({ recoveryHash: 'r1' }))
      .refuses('SECOND_FACTOR_WRONG');
    expect(given(...withFactor, recoveryUsed('r1')).state()).toMatchObject({
      secondFactor: { recoveryHashes: ['r2'] },
    });
  });
});

describe('turning it on', () => {
  const enable = deciding({
    type: 'EnableSecondFactor',
    passwordHash: 'hash',
    sessionId: 's2',
    secret: 'sealed secret',
    step: 100,
    recoveryHashes: ['r1', 'r2'],
  });
  test('happens once, and ends the sessions that began without a code', () => {
    given(...without)
      .when(enable)
      .emits(enabled);
    given(...without, sessionOf('s1'), sessionOf('s2'), sessionOf('s3'))
      .when(enable)
      .emits(enabled, {
        type: 'SessionsEnded',
        data: { userId, sessionIds: ['s1', 's3'], reason: 'revoked' },
      });
    given(...withFactor)
      .when(enable)
      .refuses('SECOND_FACTOR_ON');
  });
  test('is refused when the password has changed since it was checked, and for an unknown user', () => {
    const changed = { userId, passwordHash: 'new hash', by: 'reset', change: 1 } as const;
    given(...without, { type: 'PasswordChanged', data: changed })
      .when(enable)
      .refuses('CONCURRENT_CHANGE');
    given().when(enable).refuses('NOT_FOUND');
  });
});

describe('while it is on', () => {
  const disable = (proof: CodeProof) =>
    deciding({ type: 'DisableSecondFactor', passwordHash: 'hash', proof });
  const renew = deciding({
    type: 'RenewRecoveryCodes',
    passwordHash: 'hash',
    proof: { step: 101 },
    recoveryHashes: ['r3'],
  });
  const renewed: UserEvent = {
    type: 'RecoveryCodesRenewed',
    data: { userId, recoveryHashes: ['r3'], renewedAt: NOW },
  };

  test('it is turned off with a code that was not used', () => {
    given(...withFactor)
      .when(disable({ step: 101 }))
      .emits(codeUsed(101), disabled('user'));
    given(...withFactor)
      .when(disable({ recoveryHash: 'r2' }))
      .emits(recoveryUsed('r2'), disabled('user'));
    given(...withFactor)
      .when(disable({ step: 100 }))
      .refuses('SECOND_FACTOR_WRONG');
    given(...without)
      .when(disable({ step: 101 }))
      .refuses('SECOND_FACTOR_OFF');
  });
  test('new recovery codes take the place of all others', () => {
    given(...withFactor)
      .when(renew)
      .emits(codeUsed(101), renewed);
    given(...withFactor, renewed)
      .when(login({ recoveryHash: 'r1' }))
      .refuses('SECOND_FACTOR_WRONG');
    given(...without)
      .when(renew)
      .refuses('SECOND_FACTOR_OFF');
  });
  test('an operator turns it off without a code', () => {
    const reset = deciding({ type: 'ResetSecondFactor' });
    given(...withFactor)
      .when(reset)
      .emits(disabled('operator'));
    given(...without)
      .when(reset)
      .emitsNothing();
  });
});
