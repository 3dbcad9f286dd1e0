// Sealed data stays sealed, derivation is stable, and tampering is noticed.
import { hash, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { describe, expect, test } from 'vitest';
import { openClaimIds } from './claim-ids.ts';
import { openCommandDigests } from './command-digests.ts';
import { openDecoyUserIds } from './decoy-user-ids.ts';
import { openMailedTokens, readMailedToken } from './mailed-tokens.ts';
import { openRegistrationMarks } from './registration-marks.ts';
import { openSessionTokens } from './session-tokens.ts';

const SECRET = 'a secret of at least 32 characters';

describe('claim ids', () => {
  const ids = openClaimIds(SECRET);

  test('are the same for the same name, whatever its case, and fit a subject', () => {
    expect(ids.ofEmail('Ada@Example.com ')).toBe(ids.ofEmail('ada@example.com'));
    expect(ids.ofUsername('ADA')).toBe(ids.ofUsername('ada'));
    expect(ids.ofEmail('ada@example.com')).toMatch(/^[\w-]{43}$/);
  });
  test('cannot be computed without the key, nor for one kind of name from the other', () => {
    expect(openClaimIds(`${SECRET}!`).ofUsername('ada')).not.toBe(ids.ofUsername('ada'));
    expect(ids.ofEmail('ada')).not.toBe(ids.ofUsername('ada'));
  });
});

describe('mailed tokens', () => {
  const tokens = openMailedTokens([SECRET], 'verification-tokens');
  const { salt, tokenHash } = tokens.issue('user-1', 2);
  const issued = { userId: 'user-1', issue: 2, salt, tokenHash };
  const token = tokens.tokenOf(issued) ?? '';

  test('name their user and number, and are recognised by their hash', () => {
    expect(readMailedToken(token)).toEqual({ userId: 'user-1', issue: 2, tokenHash });
    expect(openMailedTokens([SECRET], 'verification-tokens').tokenOf(issued)).toBe(token);
  });
  test('differ each time, for each purpose, and on each server', () => {
    expect(tokens.issue('user-1', 2).tokenHash).not.toBe(tokenHash);
    const others = [
      openMailedTokens([SECRET], 'password-reset-tokens'),
      openMailedTokens([`${SECRET}!`], 'verification-tokens'),
    ];
    for (const other of others) expect(other.tokenOf(issued)).toBeNull();
  });
  test('can still be mailed after the master key has changed', () => {
    const rotated = openMailedTokens([`${SECRET}!`, SECRET], 'verification-tokens');
    expect(rotated.tokenOf(issued)).toBe(token);
    const next = rotated.issue('user-1', 3);
    expect(tokens.tokenOf({ userId: 'user-1', issue: 3, ...next })).toBeNull();
  });
  test.each([
    ['another user', token.replace('user-1', 'user-2')],
    ['another number', token.replace('.2.', '.3.')],
    ['a changed end', `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`],
  ])('have another hash with %s', (_, forged) =>
    expect(readMailedToken(forged)?.tokenHash).not.toBe(tokenHash),
  );
  test.each([
    ['a leading zero', token.replace('.2.', '.02.')],
    ['a longer end', `${token}A`],
    ['no end', 'user-1.2'],
    ['NUL', `user\0.2.${token.slice(-43)}`],
    ['nothing', ''],
  ])('are not taken with %s', (_, forged) => expect(readMailedToken(forged)).toBeNull());
});

describe('registration marks', () => {
  const NOW = '2026-03-01T12:00:00.000Z';
  const TOMORROW = '2026-03-02T12:00:00.000Z';
  const marks = openRegistrationMarks([SECRET]);
  const registration = { userId: 'user-1', passwordHash: 'sealed hash' };
  const mark = marks.make(registration, TOMORROW);

  test('are of their registration until they expire', () => {
    expect(marks.isOf(mark, registration, NOW)).toBe(true);
    expect(marks.isOf(mark, registration, '2026-03-02T11:59:59.999Z')).toBe(true);
    expect(marks.isOf(mark, registration, TOMORROW)).toBe(false);
  });
  test.each([
    ['another user', { ...registration, userId: 'user-2' }],
    ['another registration of the same address', { ...registration, passwordHash: 'newer hash' }],
    ['the same letters cut elsewhere', { userId: 'user-1sealed', passwordHash: ' hash' }],
  ])('are not of %s', (_, other) => expect(marks.isOf(mark, other, NOW)).toBe(false));
  test.each([
    ['nothing', ''],
    ['noise', 'a.b.c.d'],
    ['one with a changed letter', `${mark.slice(0, -9)}${mark.at(-9) === 'A' ? 'E' : 'A'}${mark.slice(-8)}`],
    ['a shorter one', mark.slice(0, -8)],
    ['one that names no key', mark.replace(/^v2\.[\w-]+/, 'v1')],
    ['one of another server', openRegistrationMarks([`${SECRET}!`]).make(registration, TOMORROW)],
  ])('are not %s', (_, forged) => expect(marks.isOf(forged, registration, NOW)).toBe(false));
  test('outlive a change of the master key', () => {
    const rotated = openRegistrationMarks([`${SECRET}!`, SECRET]);
    expect(rotated.isOf(mark, registration, NOW)).toBe(true);
    expect(marks.isOf(rotated.make(registration, TOMORROW), registration, NOW)).toBe(false);
  });
  test('differ each time, have one length, and show neither user nor registration', () => {
    const made = [
      mark,
      marks.make(registration, TOMORROW),
      marks.make({ userId: 'broken-user-with-a-long-id', passwordHash: '' }, NOW),
    ];
    expect(new Set(made).size).toBe(3);
    expect(new Set(made.map(({ length }) => length)).size).toBe(1);
    // The first part names the server's key, the same for all.
    expect(new Set(made.map((each) => each.split('.', 2).join('.'))).size).toBe(1);
    expect(Buffer.from(mark.split('.')[3] ?? '', 'base64url').toString()).not.toContain('2026');
  });
});

test('a session is known by the hash of what only its token holds', () => {
  const tokens = openSessionTokens(SECRET);
  const { secret, sessionId } = tokens.draw();
  expect(Buffer.from(secret, 'base64url')).toHaveLength(24);
  expect(sessionId).toBe(hash('sha256', secret, 'base64url'));
  const token = tokens.tokenOf({ secret, userId: 'user-1', expiresAt: '2100-01-01T00:00:00.000Z' });
  expect(jwt.verify(token, SECRET)).toMatchObject({ sub: 'user-1', sid: secret, exp: 4_102_444_800 });
});

describe('decoy user ids', () => {
  const ids = openDecoyUserIds(SECRET);

  test('belong to one command and address, and cannot be forged', () => {
    const id = ids.of('command-1', 'ada@example.com');
    expect(ids.of('command-1', 'ada@example.com')).toBe(id);
    expect(ids.of('command-2', 'ada@example.com')).not.toBe(id);
    expect(ids.of('command-1', 'eve@example.com')).not.toBe(id);
    expect(openDecoyUserIds(`${SECRET}!`).of('command-1', 'ada@example.com')).not.toBe(id);
  });
  test('look like those that users are given', () => {
    const digits = (made: readonly string[]) =>
      Array.from({ length: 36 }, (_, place) => [...new Set(made.map((id) => id[place]))].sort().join(''));
    const made = Array.from({ length: 2_000 }, (_, index) => ids.of(`command-${index}`, 'ada@example.com'));
    expect(digits(made)).toEqual(digits(Array.from({ length: 2_000 }, () => randomUUID())));
  });
});

test('the digest of an input differs for other inputs, not for another order of fields, and needs the key', () => {
  const [digest, other] = [openCommandDigests('k'.repeat(32)), openCommandDigests('l'.repeat(32))];
  const input = { email: 'ada@example.com', password: 'a password' };
  expect(digest(input)).toBe(digest({ password: 'a password', email: 'ada@example.com' }));
  const others = [other(input), digest({ ...input, password: 'another' }), digest({ email: input.email })];
  expect(new Set([digest(input), ...others]).size).toBe(4);
});
