// Only the provider's own payment notices pass: any change of signed content is found.
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { canonicalJson, parseExactly } from './exact-json.ts';
import { isSignedNotice } from './notice-signature.ts';

const SECRET = 'a secret between two';
const sign = (sorted: string, secret = SECRET): string =>
  createHmac('sha512', secret).update(sorted).digest('hex');

/** As the provider sends it, and with its keys sorted, as it signs it. */
const BODY =
  '{"payment_id":5524759814,"payment_status":"finished","price_amount":1.10,"order_id":"o1",' +
  '"fee":{"withdrawalFee":0,"currency":"btc","depositFee":0.0000001},"ids":[{"b":2,"a":1},3e5],"note":null}';
const SORTED =
  '{"fee":{"currency":"btc","depositFee":0.0000001,"withdrawalFee":0},"ids":[{"a":1,"b":2},3e5],"note":null,' +
  '"order_id":"o1","payment_id":5524759814,"payment_status":"finished","price_amount":1.10}';
const SIGNATURE = sign(SORTED);

test('a notice is signed with its keys sorted at every depth, and its numbers as they were written', () => {
  expect(canonicalJson(BODY)).toBe(SORTED);
  expect(isSignedNotice(BODY, SIGNATURE, SECRET)).toBe(true);
  expect(isSignedNotice(`  ${SORTED}\n`, SIGNATURE, SECRET)).toBe(true);
});

describe('a notice is refused', () => {
  test.each([
    ['a changed amount', BODY.replace('1.10', '11.0')],
    ['the same amount written otherwise', BODY.replace('1.10', '1.1')],
    ['a change in a nested object', BODY.replace('0.0000001', '0.0000002')],
    ['a change in a list', BODY.replace('"a":1', '"a":2')],
    ['another order', BODY.replace('"o1"', '"o2"')],
    ['one more field', BODY.replace('{', '{"extra":1,')],
    ['one field less', BODY.replace(',"note":null', '')],
    ['a field twice, the second changed', BODY.replace('"note":null', '"note":null,"order_id":"o2"')],
    ['a number as text', BODY.replace('5524759814', '"5524759814"')],
    ['a body that breaks off', BODY.slice(0, -1)],
    ['an empty body', ''],
    ['no JSON', 'order_id=o1'],
  ])('with %s', (_, body) => {
    expect(isSignedNotice(body, SIGNATURE, SECRET)).toBe(false);
  });

  test.each([
    ['no signature', ''],
    ['a signature in capitals', SIGNATURE.toUpperCase()],
    ['half a signature', SIGNATURE.slice(0, 64)],
    ['a longer signature', `${SIGNATURE}00`],
    ['spaces around', ` ${SIGNATURE} `],
    ['two signatures', `${SIGNATURE}, ${SIGNATURE}`],
    ['a signature of another secret', sign(SORTED, 'another secret of theirs')],
    ['a signature of SHA-256', createHmac('sha256', SECRET).update(SORTED).digest('hex')],
    ['a signature of the unsorted body', sign(BODY)],
  ])('with %s', (_, signature) => {
    expect(isSignedNotice(BODY, signature, SECRET)).toBe(false);
  });

  test('with any bit of its signature flipped', () => {
    const bytes = Buffer.from(SIGNATURE, 'hex');
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(isSignedNotice(BODY, flipped.toString('hex'), SECRET)).toBe(false);
    }
  });

  test('when it is nested without end, and nothing breaks', () => {
    const bomb = `${'{"a":'.repeat(200_000)}1${'}'.repeat(200_000)}`;
    expect(isSignedNotice(bomb, sign(bomb), SECRET)).toBe(false);
    const list = '['.repeat(500_000) + ']'.repeat(500_000);
    expect(isSignedNotice(list, sign(list), SECRET)).toBe(false);
  });
});

describe('exact JSON', () => {
  test('keeps what numbers were written as', () => {
    expect(parseExactly('{"a":1.10,"b":[1e-7,9007199254740993],"c":"1","d":null,"e":true}')).toEqual({
      a: '1.10',
      b: ['1e-7', '9007199254740993'],
      c: '1',
      d: null,
      e: true,
    });
  });

  test('treats brackets in texts as text', () => {
    expect(parseExactly(JSON.stringify({ note: '[[[[[[[[[[[[[[[[[[[[{{"\\"' }))).toEqual({
      note: '[[[[[[[[[[[[[[[[[[[[{{"\\"',
    });
  });

  test('changes no object that everything is made of', () => {
    expect(canonicalJson('{"__proto__":{"x":1},"a":{}}')).toBe('{"__proto__":{"x":1},"a":{}}');
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  test('says the same in one form, whatever it is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
        const canonical = canonicalJson(JSON.stringify(value));
        expect(JSON.parse(canonical)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(canonicalJson(canonical)).toBe(canonical);
      }),
    );
  });
});
