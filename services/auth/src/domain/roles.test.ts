// A role is granted to the owner of a verified address, and an operator's list counts for proven addresses only.
import type { UserEvent } from '@tradeium/contracts';
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { adminSources, readAdminEmails, roleOf } from './roles.ts';
import { decideUser, type User, type UserCommand, userAggregate } from './user.ts';

const NOW = '2026-03-01T12:00:00.000Z';
const userId = 'user-1';
const registered: UserEvent = {
  type: 'UserRegistered',
  data: { userId, email: 'ada@example.com', username: 'ada', passwordHash: 'sealed', registeredAt: NOW },
};
const requested: UserEvent = {
  type: 'VerificationRequested',
  data: { userId, issue: 1, tokenHash: 'hash', salt: 'salt', expiresAt: '2026-03-02T12:00:00.000Z' },
};
const verified: UserEvent = { type: 'EmailVerified', data: { userId, issue: 1 } };
const verifiedUnasked: UserEvent = { type: 'EmailVerified', data: { userId } };
const granted: UserEvent = { type: 'RoleGranted', data: { userId, role: 'admin', grantedAt: NOW } };
const revoked: UserEvent = { type: 'RoleRevoked', data: { userId, role: 'admin', revokedAt: NOW } };
const locked: UserEvent = { type: 'UserLocked', data: { userId, lockedAt: NOW } };
const supporting: UserEvent = { type: 'RoleGranted', data: { userId, role: 'support', grantedAt: NOW } };
const noSupport: UserEvent = { type: 'RoleRevoked', data: { userId, role: 'support', revokedAt: NOW } };
const deleted: UserEvent = { type: 'UserDeleted', data: { userId, deletedAt: NOW } };

const { given } = specify(userAggregate, NOW);
const deciding = (command: UserCommand) => (user: User, now: string) => decideUser(command, user, now);
const change = { type: 'ChangeRole', evenUnproven: false } as const;
const grant = deciding({ ...change, role: 'admin' });
const grantSupport = deciding({ ...change, role: 'support' });
const revoke = deciding({ ...change, role: null });

describe('granting a role', () => {
  test('grants it to a user whose address is verified, once', () => {
    given(registered, requested, verified).when(grant).emits(granted);
    given(registered, requested, verified, granted).when(grant).emitsNothing();
    given(registered, requested, verified, granted, revoked).when(grant).emits(granted);
  });
  test('is refused while the address is not verified', () =>
    given(registered, requested).when(grant).refuses('EMAIL_NOT_VERIFIED'));
  test('is refused while no mail has proven the address, unless the operator says that it need not be', () => {
    given(registered, verifiedUnasked).when(grant).refuses('ADDRESS_NOT_PROVEN');
    const grantAnyway = deciding({ ...change, role: 'admin', evenUnproven: true });
    given(registered, verifiedUnasked).when(grantAnyway).emits(granted);
    given(registered, requested).when(grantAnyway).refuses('EMAIL_NOT_VERIFIED');
  });
  test('is given once a password reset has proven the address', () =>
    given(registered, verifiedUnasked, {
      type: 'PasswordChanged',
      data: { userId, passwordHash: 'sealed', by: 'reset', change: 1 },
    })
      .when(grant)
      .emits(granted));
  test('is refused for an unknown and for a deleted user', () => {
    given().when(grant).refuses('USER_NOT_FOUND');
    given(registered, requested, verified, deleted).when(grant).refuses('USER_NOT_FOUND');
  });
});

describe('one role in place of another', () => {
  const verifiedUser = [registered, requested, verified] as const;
  test('replaces it in the same commit', () => {
    given(...verifiedUser, granted)
      .when(grantSupport)
      .emits(revoked, supporting);
    given(...verifiedUser, supporting)
      .when(grant)
      .emits(noSupport, granted);
    given(...verifiedUser, supporting, granted)
      .when(grant)
      .emits(noSupport);
    given(...verifiedUser, supporting, granted)
      .when(revoke)
      .emits(noSupport, revoked);
  });
  test('is given to no locked account, from which it can be taken', () => {
    given(...verifiedUser, locked)
      .when(grant)
      .refuses('ACCOUNT_LOCKED');
    given(...verifiedUser, granted, locked)
      .when(revoke)
      .emits(revoked);
  });
  test('counts as the highest, for nobody else, and for no locked account', () => {
    const listed = readAdminEmails('ada@example.com');
    const role = (email: string, ...events: UserEvent[]) => roleOf(given(...events).state(), email, listed);
    expect(role('eve@example.com', ...verifiedUser)).toBeNull();
    expect(role('eve@example.com', ...verifiedUser, supporting)).toBe('support');
    expect(role('eve@example.com', ...verifiedUser, supporting, granted)).toBe('admin');
    expect(role('ada@example.com', ...verifiedUser, supporting)).toBe('admin');
    for (const email of ['eve@example.com', 'ada@example.com'])
      for (const given of [granted, supporting])
        expect(role(email, ...verifiedUser, given, locked)).toBeNull();
  });
});

describe('revoking a role', () => {
  test('revokes it, once', () => {
    given(registered, requested, verified, granted).when(revoke).emits(revoked);
    given(registered, requested, verified).when(revoke).emitsNothing();
  });
  test('is refused for an unknown and for a deleted user', () => {
    given().when(revoke).refuses('USER_NOT_FOUND');
    given(registered, requested, verified, granted, deleted).when(revoke).refuses('USER_NOT_FOUND');
  });
});

describe('an admin', () => {
  const listed = readAdminEmails(' Ada@Example.com, ,grace@example.com');
  const sources = (email: string, ...events: UserEvent[]) =>
    adminSources(given(...events).state(), email, listed);

  test('has the role, or owns an address of the list, whatever its case', () => {
    expect(sources('eve@example.com', registered, requested, verified, granted)).toEqual(['role']);
    expect(sources('ADA@example.com', registered, requested, verified)).toEqual(['ADMIN_EMAILS']);
    expect(sources('ada@example.com', registered, requested, verified, granted)).toEqual([
      'role',
      'ADMIN_EMAILS',
    ]);
  });
  test('is no other user', () => {
    expect(sources('eve@example.com', registered, requested, verified)).toEqual([]);
    expect(sources('eve@example.com', registered, requested, verified, granted, revoked)).toEqual([]);
    expect(sources('ada@example.com')).toEqual([]);
    expect(sources('ada@example.com', registered, requested, verified, granted, deleted)).toEqual([]);
  });
  test('is not a user whose listed address was not proven by mail', () => {
    expect(sources('ada@example.com', registered, requested)).toEqual([]);
    expect(sources('ada@example.com', registered, verifiedUnasked)).toEqual([]);
  });
  test('is not a user whose address only looks like a listed one, or was listed after it was cleaned', () => {
    expect(sources('ada@exam\u200bple.com', registered, requested, verified)).toEqual([]);
    const cyrillic = readAdminEmails('ada@пример.рф');
    const { state } = given(registered, requested, verified);
    expect(adminSources(state(), 'Ada@xn--e1afmkfd.xn--p1ai', cyrillic)).toEqual(['ADMIN_EMAILS']);
  });
  test('need not be listed', () => expect(readAdminEmails('').size).toBe(0));
});
