// What is sealed stays sealed, what is derived comes out the same, and what was tampered with is noticed.
import { describe, expect, test } from 'vitest';
import { openClaimIds } from './claim-ids.ts';
import { derivedKey } from './derived-key.ts';
import { seal, unseal } from './sealing.ts';
import { openVerificationTokens } from './verification-tokens.ts';

const SECRET = 'a secret of at least 32 characters';

describe('sealing', () => {
  const key = derivedKey(SECRET, 'test');
  const content = Buffer.from('ada@example.com');

  test('gives back what was sealed, never the same text twice', () => {
    const sealed = seal(key, 'user-1.email', content);
    expect(unseal(key, 'user-1.email', sealed)).toEqual(content);
    expect(seal(key, 'user-1.email', content)).not.toBe(sealed);
    expect(sealed).toMatch(/^v1\.[\w-]{16}\.[\w-]+$/);
  });
  test('is opened by no other key, in no other place, and not when a bit differs', () => {
    const sealed = seal(key, 'user-1.email', content);
    const flipped = sealed.slice(0, -2) + (sealed.at(-2) === 'A' ? 'B' : 'A') + sealed.slice(-1);
    expect(() => unseal(derivedKey(SECRET, 'other'), 'user-1.email', sealed)).toThrow();
    expect(() => unseal(key, 'user-2.email', sealed)).toThrow();
    expect(() => unseal(key, 'user-1.email', flipped)).toThrow();
    expect(() => unseal(key, 'user-1.email', 'v2.a.b')).toThrow('version 1');
    expect(() => unseal(key, 'user-1.email', sealed.slice(0, 30))).toThrow();
  });
});

describe('claim ids', () => {
  const ids = openClaimIds(SECRET);

  test('are the same for the same name, whatever its case, and fit a subject', () => {
    expect(ids.ofEmail('Ada@Example.com ')).toBe(ids.ofEmail('ada@example.com'));
    expect(ids.ofUsername('ADA')).toBe(ids.ofUsername('ada'));
    expect(ids.ofEmail('ada@example.com')).toMatch(/^[\w-]{43}$/);
  });
  test('cannot be told without the key, nor from one kind of name for another', () => {
    expect(openClaimIds(`${SECRET}!`).ofUsername('ada')).not.toBe(ids.ofUsername('ada'));
    expect(ids.ofEmail('ada')).not.toBe(ids.ofUsername('ada'));
  });
});

describe('verification tokens', () => {
  const tokens = openVerificationTokens(SECRET);
  const token = tokens.tokenOf('user-1', 2);

  test('tell whose they are and which, and are the same again', () => {
    expect(tokens.read(token)).toEqual({
      userId: 'user-1',
      issue: 2,
      tokenHash: tokens.hashOf('user-1', 2),
    });
    expect(openVerificationTokens(SECRET).tokenOf('user-1', 2)).toBe(token);
  });
  test.each([
    ['another user', token.replace('user-1', 'user-2')],
    ['another number', token.replace('.2.', '.3.')],
    ['a leading zero', token.replace('.2.', '.02.')],
    ['a changed end', `${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`],
    ['a longer one', `${token}A`],
    ['no token', 'user-1.2'],
    ['nothing', ''],
    ['the token of another server', openVerificationTokens(`${SECRET}!`).tokenOf('user-1', 2)],
  ])('are not taken with %s', (_, forged) => expect(tokens.read(forged)).toBeNull());
});
