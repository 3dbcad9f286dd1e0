// Given what has happened to a user, when a command comes, then these events or this refusal follow.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { decideUser, nextIssue, type User, type UserCommand, userAggregate } from './user.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const TOMORROW = '2026-03-02T12:00:00.000Z';
const userId = 'user-1';
const person = { userId, email: 'sealed e-mail', username: 'sealed name', passwordHash: 'hash' };

const registered: UserEvent = { type: 'UserRegistered', data: { ...person, registeredAt: NOW } };
const requested = (issue: number, expiresAt = TOMORROW): UserEvent => ({
  type: 'VerificationRequested',
  data: { userId, issue, tokenHash: `hash ${issue}`, expiresAt },
});
const verified: UserEvent = { type: 'EmailVerified', data: { userId } };

const { given } = specify(userAggregate, NOW);
const deciding =
  (command: UserCommand) =>
  (user: User, now: string): UserEvent[] | Refusal =>
    decideUser(command, user, now);

describe('registering', () => {
  const register = (tokenHash: string | null) => deciding({ type: 'RegisterUser', ...person, tokenHash });

  test('asks for the proof of the address', () =>
    given().when(register('hash 1')).emits(registered, requested(1)));
  test('takes the address as proven where no proof is asked for', () =>
    given().when(register(null)).emits(registered, verified));
  test('is refused when somebody has registered with the address', () =>
    given(registered, requested(1)).when(register('hash 2')).refuses('EMAIL_TAKEN'));
});

describe('requesting verification', () => {
  const request = (user: User, now: string) =>
    decideUser({ type: 'RequestVerification', userId, tokenHash: `hash ${nextIssue(user)}` }, user, now);

  test('issues the next token', () => given(registered, requested(1)).when(request).emits(requested(2)));
  test('does nothing for an unknown or a verified user', () => {
    given().when(request).emitsNothing();
    given(registered, requested(1), verified).when(request).emitsNothing();
  });
  test('does nothing after five requests within an hour', () => {
    const five = [1, 2, 3, 4, 5].map((issue) => requested(issue));
    given(registered, ...five)
      .when(request)
      .emitsNothing();
    specify(userAggregate, '2026-03-01T12:59:59.999Z')
      .given(registered, ...five)
      .when(request)
      .emitsNothing();
    specify(userAggregate, '2026-03-01T13:00:00.000Z')
      .given(registered, ...five)
      .when(request)
      .emits(requested(6, '2026-03-02T13:00:00.000Z'));
  });
});

describe('verifying', () => {
  const verify = (issue: number, tokenHash = `hash ${issue}`) =>
    deciding({ type: 'VerifyEmail', userId, issue, tokenHash });

  test('takes the newest token', () => given(registered, requested(1)).when(verify(1)).emits(verified));
  test('refuses an older token, another one, and one that was used', () => {
    given(registered, requested(1), requested(2)).when(verify(1)).refuses('VERIFICATION_TOKEN_INVALID');
    given(registered, requested(1)).when(verify(1, 'other')).refuses('VERIFICATION_TOKEN_INVALID');
    given(registered, requested(1), verified).when(verify(1)).refuses('VERIFICATION_TOKEN_INVALID');
  });
  test('refuses a token from the moment on at which it expires', () => {
    const before = specify(userAggregate, '2026-03-02T11:59:59.999Z');
    before.given(registered, requested(1)).when(verify(1)).emits(verified);
    const after = specify(userAggregate, TOMORROW);
    after.given(registered, requested(1)).when(verify(1)).refuses('VERIFICATION_TOKEN_INVALID');
  });
  test('refuses an unknown user', () => given().when(verify(1)).refuses('VERIFICATION_TOKEN_INVALID'));
});

test('a verified user is marked so, and has no token left', () =>
  expect(given(registered, requested(1), verified).state()).toMatchObject({
    emailVerified: true,
    verification: null,
    issues: 1,
  }));
