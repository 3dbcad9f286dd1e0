// Codes of an authenticator app follow RFC 6238, recovery codes are found by their hash only.
import { describe, expect, test } from 'vitest';
import { codeAt, newRecoveryCodes, newSecret, proofOf, stepOf, uriOf } from './one-time-codes.ts';

/** The secret of the standard's examples, `12345678901234567890`. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';
const at = (seconds: number) => new Date(seconds * 1_000);

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_234_567_890, '005924'],
  [20_000_000_000, '353130'],
])('at %i s the code is %s, as in RFC 6238', (seconds, code) => {
  expect(codeAt(SECRET, at(seconds))).toBe(code);
  expect(stepOf(SECRET, code, at(seconds))).toBe(Math.floor(seconds / 30));
});

test('a code counts half a minute early or late, and as the step that it belongs to', () => {
  const code = codeAt(SECRET, at(3_000));
  expect([2_940, 2_970, 3_000, 3_059, 3_060].map((now) => stepOf(SECRET, code, at(now)))).toEqual([
    null,
    100,
    100,
    100,
    null,
  ]);
  expect(stepOf(SECRET, `${code.slice(0, 3)} ${code.slice(3)}`, at(3_000))).toBe(100);
  for (const wrong of ['', '0', 'abcdef', `${code}0`, '１２３４５６'])
    expect(stepOf(SECRET, wrong, at(3_000))).toBeNull();
});

test('a secret is new each time, and apps read it from its address', () => {
  const [one, other] = [newSecret(), newSecret()];
  expect(one).toMatch(/^[A-Z2-7]{32}$/);
  expect(one).not.toBe(other);
  const uri = new URL(uriOf(one, 'ada@example.com'));
  expect(decodeURIComponent(uri.pathname)).toContain('Tradeium:ada@example.com');
  expect(Object.fromEntries(uri.searchParams)).toMatchObject({ issuer: 'Tradeium', secret: one });
});

describe('recovery codes', () => {
  const { codes, hashes } = newRecoveryCodes(SECRET);
  const factor = { secret: SECRET, recoveryHashes: hashes };
  const now = at(3_000);

  test('are ten, of 80 bits, and not kept as they are', () => {
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) expect(code).toMatch(/^(?:[A-Z2-7]{4}-){3}[A-Z2-7]{4}$/);
    expect(JSON.stringify(hashes)).not.toContain(codes[0]);
    expect(newRecoveryCodes(newSecret()).hashes).not.toContain(hashes[0]);
  });
  test('are found however they are typed, those of others are not', () => {
    const [code = '', second = ''] = codes;
    expect(proofOf(factor, code, now)).toEqual({ recoveryHash: hashes[0] });
    const typed = ` ${second.toLowerCase().replaceAll('-', ' ')} `;
    expect(proofOf(factor, typed, now)).toEqual({ recoveryHash: hashes[1] });
    expect(proofOf(factor, newRecoveryCodes(SECRET).codes[0] ?? '', now)).toBeNull();
    expect(proofOf(factor, codeAt(SECRET, now), now)).toEqual({ step: 100 });
  });
});
