// Given what has happened to a user, when a command comes, then these events or this refusal follow.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { nextReset } from './profile-decisions.ts';
import { nextVerification } from './registration-decisions.ts';
import type { NewSession } from './session-decisions.ts';
import { decideUser, type User, type UserCommand, userAggregate } from './user.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const IN_AN_HOUR = '2026-03-01T13:00:00.000Z';
const TOMORROW = '2026-03-02T12:00:00.000Z';
const IN_30_DAYS = '2026-03-31T12:00:00.000Z';
const userId = 'user-1';
const person = { userId, email: 'ada@example.com', username: 'ada', passwordHash: 'sealed hash' };

const registered: UserEvent = { type: 'UserRegistered', data: { ...person, registeredAt: NOW } };
const requested = (issue: number, expiresAt = TOMORROW): UserEvent => ({
  type: 'VerificationRequested',
  data: { userId, issue, tokenHash: `hash ${issue}`, salt: `salt ${issue}`, expiresAt },
});
const repeated: UserEvent = { type: 'RegistrationRepeated', data: { userId, passwordHash: 'newer hash' } };
const attempted: UserEvent = {
  type: 'RegistrationAttempted',
  data: { userId, passwordHash: 'newer hash' },
};
const noticed = (notice: number, noticedAt = NOW, passwordHash = 'tried hash'): UserEvent => ({
  type: 'RegistrationNoticed',
  data: { userId, notice, noticedAt, passwordHash },
});
/** As written before the event named its token. */
const verified: UserEvent = { type: 'EmailVerified', data: { userId } };
const verifiedBy = (issue: number): UserEvent => ({ type: 'EmailVerified', data: { userId, issue } });
const renamed = (username: string): UserEvent => ({ type: 'UsernameChanged', data: { userId, username } });
const resetRequested = (issue: number): UserEvent => ({
  type: 'PasswordResetRequested',
  data: { userId, issue, tokenHash: `hash ${issue}`, salt: `salt ${issue}`, expiresAt: IN_AN_HOUR },
});
const passwordChanged = (by: 'profile' | 'reset', change: number): UserEvent => ({
  type: 'PasswordChanged',
  data: { userId, passwordHash: 'new hash', by, change },
});
const started = (sessionId: string): UserEvent => ({
  type: 'SessionStarted',
  data: { userId, sessionId, startedAt: NOW, expiresAt: IN_30_DAYS, device: null },
});
const ended = (sessionIds: string[], reason: 'password' | 'deletion'): UserEvent => ({
  type: 'SessionsEnded',
  data: { userId, sessionIds, reason },
});
const deleted: UserEvent = { type: 'UserDeleted', data: { userId, deletedAt: NOW } };
const known = [registered, requested(1), verified];

type Proof = {
  tokenHash: string;
  username: string | null;
  passwordHash: string | null;
  session: NewSession | null;
};

const at = (now: string) => specify(userAggregate, now).given;
const given = at(NOW);
const deciding =
  (command: UserCommand) =>
  (user: User, now: string): UserEvent[] | Refusal =>
    decideUser(command, user, now);
const token = (issue: number) => ({ tokenHash: `hash ${issue}`, salt: `salt ${issue}` });

describe('registering', () => {
  const register = (issue: number | null, passwordHash = person.passwordHash) =>
    deciding({ type: 'RegisterUser', ...person, passwordHash, token: issue === null ? null : token(issue) });

  test('requires proof of the address', () => given().when(register(1)).emits(registered, requested(1)));
  test('takes the address as proven where no proof is required, and refuses a second one', () => {
    given().when(register(null)).emits(registered, verified);
    given(registered, verified).when(register(null)).refuses('EMAIL_TAKEN');
  });
  test('again before the proof keeps the newest password, with a new token', () =>
    given(registered, requested(1)).when(register(2, 'newer hash')).emits(repeated, requested(2)));
  test('again too often keeps the password, as it does of a verified address, and sends no mail', () => {
    const five = [1, 2, 3, 4, 5];
    given(registered, ...five.map((issue) => requested(issue)))
      .when(register(6, 'newer hash'))
      .emits(repeated);
    given(...known, ...five.map((notice) => noticed(notice)))
      .when(register(6, 'newer hash'))
      .emits(attempted);
    const user = given(...known, attempted).state();
    expect(user).toMatchObject({ noticedPasswordHash: 'newer hash', passwordHash: person.passwordHash });
  });
  test('with the address of a verified user sends a notice, as often as an unverified one gets a token', () => {
    const tried = 'tried hash';
    const notices = [1, 2, 3, 4, 5].map((notice) => noticed(notice));
    given(...known)
      .when(register(2, tried))
      .emits(noticed(1));
    at(IN_AN_HOUR)(...known, ...notices)
      .when(register(2, tried))
      .emits(noticed(6, IN_AN_HOUR));
    const [user, unproven] = [given(...known, ...notices).state(), given(registered).state()];
    expect(user).toMatchObject({ noticedPasswordHash: tried, passwordHash: person.passwordHash });
    expect(unproven).toMatchObject({ noticedPasswordHash: null });
  });
  test('a deleted user again is a conflict: the address goes to another user', () =>
    given(...known, deleted)
      .when(register(2))
      .refuses('CONCURRENT_CHANGE'));
});

describe('requesting verification', () => {
  const request = (user: User, now: string) =>
    decideUser({ type: 'RequestVerification', token: token(nextVerification(user)) }, user, now);

  test('issues the next token', () => given(registered, requested(1)).when(request).emits(requested(2)));
  test('does nothing for an unknown, a verified or a deleted user', () => {
    given().when(request).emitsNothing();
    given(...known)
      .when(request)
      .emitsNothing();
    given(registered, deleted).when(request).emitsNothing();
  });
  test('does nothing after five requests within an hour', () => {
    const five = [1, 2, 3, 4, 5].map((issue) => requested(issue));
    given(registered, ...five)
      .when(request)
      .emitsNothing();
    at('2026-03-01T12:59:59.999Z')(registered, ...five)
      .when(request)
      .emitsNothing();
    at(IN_AN_HOUR)(registered, ...five)
      .when(request)
      .emits(requested(6, '2026-03-02T13:00:00.000Z'));
  });
});

test('of each kind of mail a user is sent ten a day', () => {
  const hours = (from: number) => Array.from({ length: 10 }, (_, index) => from + index);
  const instant = (hour: number) => new Date(Date.parse(NOW) + hour * 3_600_000).toISOString();
  const events = {
    verification: hours(1).map((hour) => requested(hour, instant(hour + 24))),
    notice: hours(1).map((hour) => noticed(hour, instant(hour))),
    reset: hours(1).map((hour) => {
      const { data } = resetRequested(hour) as Extract<UserEvent, { type: 'PasswordResetRequested' }>;
      return { type: 'PasswordResetRequested' as const, data: { ...data, expiresAt: instant(hour + 1) } };
    }),
  };
  const asks = {
    verification: (user: User, now: string) =>
      decideUser({ type: 'RequestVerification', token: token(11) }, user, now),
    notice: deciding({ type: 'RegisterUser', ...person, token: token(11) }),
    reset: deciding({ type: 'RequestPasswordReset', reset: token(11), verification: token(11) }),
  };
  for (const kind of ['verification', 'notice', 'reset'] as const) {
    const before = kind === 'verification' ? [registered] : known;
    const early = at(instant(24.9))(...before, ...events[kind]).when(asks[kind]);
    if (kind === 'notice')
      early.emits({ type: 'RegistrationAttempted', data: { userId, passwordHash: person.passwordHash } });
    else early.emitsNothing();
    const state = at(instant(25))(...before, ...events[kind]).state();
    expect(asks[kind](state, instant(25))).toHaveLength(1);
  }
});

describe('verifying', () => {
  const verify = (
    issue: number,
    {
      tokenHash = `hash ${issue}`,
      username = null,
      passwordHash = null,
      session = null,
    }: Partial<Proof> = {},
  ) => deciding({ type: 'VerifyEmail', token: { issue, tokenHash }, username, passwordHash, session });
  const session = { sessionId: 'here', device: null };

  test('takes a token', () => given(registered, requested(1)).when(verify(1)).emits(verifiedBy(1)));
  test('sets the password that comes with the token: it counts, whatever was registered', () => {
    const proven: UserEvent = {
      type: 'EmailVerified',
      data: { userId, issue: 1, passwordHash: 'own hash' },
    };
    const own = verify(1, { passwordHash: 'own hash' });
    given(registered, requested(1)).when(own).emits(proven);
    const user = given(registered, requested(1), repeated, requested(2), proven).state();
    expect(user).toMatchObject({ passwordHash: 'own hash', noticedPasswordHash: 'newer hash' });
  });
  test('of an address that was registered again takes any token in time, but none without a password', () => {
    const twice = [registered, requested(1), repeated, requested(2)];
    for (const issue of [1, 2]) {
      given(...twice)
        .when(verify(issue))
        .refuses('VERIFICATION_PASSWORD_REQUIRED');
      given(...twice)
        .when(verify(issue, { passwordHash: 'own hash' }))
        .emits({ type: 'EmailVerified', data: { userId, issue, passwordHash: 'own hash' } });
      given(...twice)
        .when(verify(issue, { tokenHash: 'other', passwordHash: 'own hash' }))
        .refuses('VERIFICATION_TOKEN_INVALID');
    }
  });
  test('signs in the browser that made the registration, in the same commit', () => {
    given(registered, requested(1))
      .when(verify(1, { session, username: 'other' }))
      .emits(renamed('other'), verifiedBy(1), started('here'));
    const user = given(registered, requested(1), verifiedBy(1), started('here')).state();
    expect(user).toMatchObject({ emailVerified: true, sessions: [{ sessionId: 'here' }] });
  });
  test('of an address that was registered again needs no password in the browser that typed that of its token', () => {
    const twice = [registered, requested(1), repeated, requested(2)];
    given(...twice)
      .when(verify(1, { session }))
      .emits(verifiedBy(1), started('here'));
    expect(given(...twice, verifiedBy(1)).state()).toMatchObject({ passwordHash: person.passwordHash });
    given(...twice)
      .when(verify(2, { session, passwordHash: 'own hash' }))
      .emits(
        { type: 'EmailVerified', data: { userId, issue: 2, passwordHash: 'own hash' } },
        started('here'),
      );
  });
  test('signs nobody in with a token that is not valid', () => {
    given(registered, requested(1))
      .when(verify(1, { session, tokenHash: 'other' }))
      .refuses('VERIFICATION_TOKEN_INVALID');
    given(...known)
      .when(verify(1, { session }))
      .refuses('VERIFICATION_TOKEN_INVALID');
    at(TOMORROW)(registered, requested(1)).when(verify(1, { session })).refuses('VERIFICATION_TOKEN_INVALID');
  });
  test('made the password of the registration that was proven the one that counts, while none was set with it', () => {
    const twice = [registered, requested(1), repeated, requested(2), requested(3)];
    const hashAfter = (...events: UserEvent[]) => {
      const user = given(...twice, ...events).state();
      return user.status === 'registered' ? user.passwordHash : null;
    };
    expect(hashAfter(verifiedBy(1))).toBe(person.passwordHash);
    expect(hashAfter(verifiedBy(2))).toBe('newer hash');
    expect(hashAfter(verifiedBy(3))).toBe('newer hash');
    expect(hashAfter(verified)).toBe('newer hash');
    const after = (issue: number) => given(...twice, verifiedBy(issue)).state();
    expect(after(1)).toMatchObject({ noticedPasswordHash: 'newer hash' });
    expect(after(2)).toMatchObject({ noticedPasswordHash: null });
  });
  test('brings another username when that of the registration was taken', () =>
    given(registered, requested(1))
      .when(verify(1, { username: 'other' }))
      .emits(renamed('other'), verifiedBy(1)));
  test('refuses another token, and one that was used', () => {
    given(registered, requested(1))
      .when(verify(1, { tokenHash: 'other' }))
      .refuses('VERIFICATION_TOKEN_INVALID');
    given(...known)
      .when(verify(1))
      .refuses('VERIFICATION_TOKEN_INVALID');
  });
  test('refuses a token from the moment on at which it expires', () => {
    at('2026-03-02T11:59:59.999Z')(registered, requested(1)).when(verify(1)).emits(verifiedBy(1));
    at(TOMORROW)(registered, requested(1)).when(verify(1)).refuses('VERIFICATION_TOKEN_INVALID');
  });
  test('refuses an unknown and a deleted user', () => {
    given().when(verify(1)).refuses('VERIFICATION_TOKEN_INVALID');
    given(registered, requested(1), deleted).when(verify(1)).refuses('VERIFICATION_TOKEN_INVALID');
  });
});

describe('resetting a password', () => {
  const request = (user: User, now: string) =>
    decideUser(
      {
        type: 'RequestPasswordReset',
        reset: token(nextReset(user)),
        verification: token(nextVerification(user)),
      },
      user,
      now,
    );
  const reset = (issue: number, tokenHash = `hash ${issue}`) =>
    deciding({ type: 'ResetPassword', token: { issue, tokenHash }, passwordHash: 'new hash' });

  test('starts with a token for an hour, five times an hour', () => {
    given(...known)
      .when(request)
      .emits(resetRequested(1));
    const five = [1, 2, 3, 4, 5].map(resetRequested);
    given(...known, ...five)
      .when(request)
      .emitsNothing();
  });
  test('sends an unverified address its verification instead, and nothing to other addresses', () => {
    given(registered, requested(1)).when(request).emits(requested(2));
    given().when(request).emitsNothing();
    given(...known, deleted)
      .when(request)
      .emitsNothing();
  });
  test('ends all sessions with the newest token', () => {
    given(...known, started('a'), started('b'), resetRequested(1))
      .when(reset(1))
      .emits(passwordChanged('reset', 1), ended(['a', 'b'], 'password'));
  });
  test('is refused with an older token, another one, one that was used, expired, or a verification token', () => {
    const refuses = (...events: UserEvent[]) => ({
      when: (decide: ReturnType<typeof reset>) =>
        given(...known, ...events)
          .when(decide)
          .refuses('RESET_TOKEN_INVALID'),
    });
    refuses(resetRequested(1), resetRequested(2)).when(reset(1));
    refuses(resetRequested(1)).when(reset(1, 'other'));
    refuses(resetRequested(1), passwordChanged('reset', 1)).when(reset(1));
    refuses().when(reset(1));
    at(IN_AN_HOUR)(...known, resetRequested(1))
      .when(reset(1))
      .refuses('RESET_TOKEN_INVALID');
    given(registered, requested(1)).when(reset(1)).refuses('RESET_TOKEN_INVALID');
    given().when(reset(1)).refuses('RESET_TOKEN_INVALID');
  });
  test('in the profile makes tokens that were mailed before worthless', () =>
    given(...known, resetRequested(1), passwordChanged('profile', 1))
      .when(reset(1))
      .refuses('RESET_TOKEN_INVALID'));
});

describe('changing the profile', () => {
  const previous = { username: 'ada', claims: 1 };
  const username = { nameChanges: 0, to: 'new name', previous };
  const renamedFrom: UserEvent = {
    type: 'UsernameChanged',
    data: { userId, username: 'new name', previous },
  };
  const givenUp: UserEvent = { type: 'UsernameGivenUp', data: { userId, username: 'lost name', claims: 2 } };
  const password = { from: 'sealed hash', to: 'new hash', session: { sessionId: 'new', device: null } };
  const change = (
    changes: Partial<Pick<Extract<UserCommand, { type: 'ChangeProfile' }>, 'username' | 'password'>>,
  ) => deciding({ type: 'ChangeProfile', username: null, password: null, ...changes });

  test('takes name, password, or both in one commit', () => {
    given(...known)
      .when(change({ username }))
      .emits(renamedFrom);
    given(...known, started('a'))
      .when(change({ username, password }))
      .emits(renamedFrom, passwordChanged('profile', 1), ended(['a'], 'password'), started('new'));
  });
  test('is refused when its basis has changed since', () => {
    given(...known, renamed('other'))
      .when(change({ username }))
      .refuses('CONCURRENT_CHANGE');
    given(...known, passwordChanged('reset', 1))
      .when(change({ password }))
      .refuses('CONCURRENT_CHANGE');
  });
  test('is refused when a name was given up since: that name may be free by now', () => {
    const giveUp = (isFree: boolean) =>
      deciding({ type: 'GiveUpUsername', username: 'lost name', claims: 2, isFree: () => isFree });
    given(...known)
      .when(giveUp(true))
      .emits(givenUp);
    given(...known)
      .when(giveUp(false))
      .emitsNothing();
    given(...known, deleted)
      .when(giveUp(true))
      .emitsNothing();
    given(...known, givenUp)
      .when(change({ username }))
      .refuses('CONCURRENT_CHANGE');
  });
  test('is nothing for a deleted user', () =>
    given(...known, deleted)
      .when(change({ username }))
      .refuses('UNAUTHORIZED'));
});

describe('deleting the account', () => {
  const remove = deciding({ type: 'DeleteUser', passwordHash: 'sealed hash' });

  test('ends the sessions too', () => {
    given(...known, started('a'))
      .when(remove)
      .emits(ended(['a'], 'deletion'), deleted);
    given(...known)
      .when(remove)
      .emits(deleted);
  });
  test('happens once, and not when the password was changed since it was checked', () => {
    given(...known, deleted)
      .when(remove)
      .refuses('UNAUTHORIZED');
    given(...known, passwordChanged('reset', 1))
      .when(remove)
      .refuses('CONCURRENT_CHANGE');
  });
  test('is final, and leaves nothing but what is needed to free address and name', () =>
    expect(given(...known, started('a'), deleted, verified, started('b')).state()).toEqual({
      status: 'deleted',
      userId,
      email: 'ada@example.com',
      username: 'ada',
    }));
});

test('a verified user is marked so, and has no token left', () =>
  expect(given(...known).state()).toMatchObject({
    emailVerified: true,
    verificationTokens: [],
    verifications: { count: 1 },
  }));
