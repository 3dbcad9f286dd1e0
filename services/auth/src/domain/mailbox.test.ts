// One mailbox, however its address is written, has its welcome once.
import { specify } from '@tradeium/testing';
import { describe, expect, test } from 'vitest';
import { decideMailboxClaim, type MailboxClaim, mailboxAggregate, mailboxOf } from './mailbox.ts';

test.each([
  ['ADA@Example.com', 'ada@example.com'],
  ['ada@exam\u200bple.com', 'ada@example.com'],
  ['a\u00adda@exam\u00adple.com', 'ada@example.com'],
  ['ａｄａ@ｅｘａｍｐｌｅ.com', 'ada@example.com'],
  ['ada@пример.рф', 'ada@xn--e1afmkfd.xn--p1ai'],
  ['ada+1@example.com', 'ada@example.com'],
  ['ada+1+2@example.com', 'ada@example.com'],
  ['+ada@example.com', '+ada@example.com'],
  ['a.d.a+x@gmail.com', 'ada@gmail.com'],
  ['a.da@googlemail.com', 'ada@gmail.com'],
  ['a.d-a_@pm.me', 'ada@proton.me'],
  ['ada@mac.com', 'ada@icloud.com'],
  ['ada@constructor', 'ada@constructor'],
])('%s reaches %s', (address, mailbox) => expect(mailboxOf(address)).toBe(mailbox));

test('a dot counts where the provider does not overlook it', () => {
  expect(mailboxOf('a.da@example.com')).toBe('a.da@example.com');
  expect(mailboxOf('a.da@icloud.com')).toBe('a.da@icloud.com');
});

describe('a mailbox', () => {
  const { given } = specify(mailboxAggregate);
  const claimed = (userId: string) => ({ type: 'MailboxClaimed' as const, data: { userId } });
  const claim = (userId: string) => (state: MailboxClaim) => decideMailboxClaim(userId, state);

  test('belongs to the first user that proves an address of it, forever', () => {
    given().when(claim('a')).emits(claimed('a'));
    given(claimed('a')).when(claim('a')).emitsNothing();
    given(claimed('a')).when(claim('b')).emitsNothing();
  });
});
