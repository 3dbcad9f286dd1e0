// A sealed text opens with its own key, in its own place, with every bit intact.
import { describe, expect, test } from 'vitest';
import { derivedKey } from './derived-key.ts';
import { keyIdOf, seal, sealingKey, unseal } from './sealed-text.ts';

const key = sealingKey(derivedKey('a secret of at least 32 characters', 'test'));
const other = sealingKey(derivedKey('a secret of at least 32 characters', 'other'));
const place = ['user-1', 'email'];
const content = Buffer.from('ada@example.com');

describe('a sealed text', () => {
  const sealed = seal(key, place, content);

  test('returns its content and names its key', () => {
    expect(unseal([key], place, sealed)).toEqual(content);
    expect(sealed).toMatch(/^v2\.[\w-]{8}\.[\w-]{16}\.[\w-]+$/);
    expect(keyIdOf(sealed)).toBe(key.id);
  });

  test('differs each time', () => expect(seal(key, place, content)).not.toBe(sealed));

  test('is opened by the key that it names, among several', () =>
    expect(unseal([other, key], place, sealed)).toEqual(content));

  test.each([
    ['another subject', ['user-2', 'email']],
    ['another field', ['user-1', 'username']],
    ['a place that is written alike', ['user-1.email']],
  ])('does not open for %s', (_, elsewhere) => {
    expect(() => unseal([key], elsewhere, sealed)).toThrow();
  });

  test('does not open with another key, whichever key it names', () => {
    expect(() => unseal([other], place, sealed)).toThrow(`the key ${key.id}`);
    expect(() => unseal([other], place, sealed.replace(key.id, other.id))).toThrow();
  });

  test('does not open when a bit differs or a part is missing', () => {
    const flipped = sealed.slice(0, -2) + (sealed.at(-2) === 'A' ? 'B' : 'A') + sealed.slice(-1);
    for (const broken of [
      flipped,
      sealed.slice(0, 40),
      sealed.replace('v2', 'v3'),
      'v2.a.b',
      `${sealed}.more`,
      '',
    ]) {
      expect(() => unseal([key], place, broken)).toThrow();
    }
  });
});
