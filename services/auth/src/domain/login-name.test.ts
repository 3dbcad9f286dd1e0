// How names are compared, and which usernames new users get.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalEmail, isEmail, normaliseUsername, usernameCandidates } from './login-name.ts';

test('addresses and usernames are compared without case', () => {
  expect(canonicalEmail(' Ada@Example.COM ')).toBe('ada@example.com');
  expect(canonicalEmail('ame\u0301lie@example.com')).toBe(canonicalEmail('AM\u00c9LIE@example.com'));
  expect(normaliseUsername(' Ada_1 ')).toBe('ada_1');
});

test('an @ marks an address', () => {
  expect(isEmail('ada@example.com')).toBe(true);
  expect(isEmail('ada_1')).toBe(false);
});

describe('usernames of new users', () => {
  test.each([
    ['ada.lovelace@example.com', 'ada_lovelace'],
    ['Ada+news@example.com', 'ada'],
    ['amélie@example.com', 'amelie'],
    ['__x__@example.com', 'user_x'],
    ['李@example.com', 'user'],
    ['a-very-long-local-part-that-never-ends@example.com', 'a_very_long_local_part'],
  ])('%s becomes %s', (email, username) => expect(usernameCandidates(email, 'id')[0]).toBe(username));

  test('when that is taken, a small number follows, then large ones that differ between users', () => {
    const candidates = usernameCandidates('ada@example.com', 'user-1');
    expect(candidates.slice(0, 3)).toEqual(['ada', 'ada_2', 'ada_3']);
    expect(candidates.at(-1)).toMatch(/^ada_\d{6}$/);
    expect(candidates.at(-1)).not.toBe(usernameCandidates('ada@example.com', 'user-2').at(-1));
  });

  test('are all different, valid, and the same again for the same user', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 40 }), fc.uuid(), (localPart, userId) => {
        const candidates = usernameCandidates(`${localPart}@example.com`, userId);
        expect(new Set(candidates).size).toBe(candidates.length);
        expect(candidates.filter((candidate) => !/^[a-z0-9_]{3,30}$/.test(candidate))).toEqual([]);
        expect(usernameCandidates(`${localPart}@example.com`, userId)).toEqual(candidates);
      }),
      { seed: 1, numRuns: 100 },
    );
  });
});
