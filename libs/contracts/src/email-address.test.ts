// Addresses that look or work alike are written alike before anything is decided on them.
import { expect, test } from 'vitest';
import { cleanAddress } from './email-address.ts';
import { email } from './http/auth-routes.ts';

test.each([
  [' Ada@Example.com ', 'Ada@Example.com'],
  ['ada@exam\u200bple.com', 'ada@example.com'],
  ['ad\u00ada@exam\u00adple.com', 'ada@example.com'],
  ['\u2066ada\u2069@example.com', 'ada@example.com'],
  ['ａｄａ@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
  ['ada@example。com', 'ada@example.com'],
  ['ada@example.com.', 'ada@example.com'],
  ['ada@ПРИМЕР.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
  ['ada+news@example.com', 'ada+news@example.com'],
])('%j is %s', (typed, clean) => {
  expect(cleanAddress(typed)).toBe(clean);
  expect(cleanAddress(clean)).toBe(clean);
  expect(email.parse(typed)).toBe(clean);
});

test.each([
  'a＠b@example.com',
  'a@evil.example/x.com',
  'a@1.2.3',
  'a@example..com',
  'a@[::1]',
  '@example.com',
  'a@com',
])('%j is refused: no mail goes there', (typed) =>
  expect(email.safeParse(typed).error?.issues[0]?.message).toBe('EMAIL_INVALID'),
);
