// A mail server's answers about one mail are distinguished from those about all mail.
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type SmtpUnderTest, startSmtp } from '../../fixtures/smtp-under-test.ts';
import { openMailer } from './mailer.ts';

let smtp: SmtpUnderTest;
beforeEach(async () => {
  smtp = await startSmtp();
});
afterEach(() => smtp.close());

const send = (to = 'ada@example.com', url = smtp.url) =>
  openMailer({ smtpUrl: url, from: 'x@example.com', publicUrl: 'https://tradeium.example' }).send({
    id: 'mail-1',
    to,
    subject: 'Hello',
    text: 'text',
    html: '<p>text</p>',
  });
const saying = (at: string, answer: string) => {
  smtp.answers = (command) => (command === at ? answer : undefined);
};

test('a mail that the server takes is sent', async () => {
  expect(await send()).toBe('sent');
  expect(smtp.taken).toEqual(['ada@example.com']);
});

describe('what concerns one mail', () => {
  test.each([
    ['RCPT', '550 no such user', 'refused'],
    ['RCPT', '450 greylisted', 'deferred'],
    ['DATA', '554 no valid recipients', 'refused'],
    ['END', '552 too large', 'refused'],
    ['END', '451 local error', 'deferred'],
  ])('%s answered with %s is %s', async (command, answer, outcome) => {
    saying(command, answer);
    expect(await send()).toBe(outcome);
  });

  test('an address that cannot be sent at all is refused', async () =>
    expect(await send('')).toBe('refused'));
});

describe('what concerns all mail rejects', () => {
  test.each([
    ['GREETING', '554 not for you'],
    ['EHLO', '502 what?'],
    ['MAIL', '550 you may not send'],
    ['MAIL', '451 later'],
    ['RCPT', '421 closing'],
  ])('%s answered with %s', async (command, answer) => {
    smtp.answers = (asked) => (asked === command || asked === 'HELO' ? answer : undefined);
    await expect(send()).rejects.toThrow();
  });

  test('a login that is not accepted', async () => {
    saying('AUTH', '535 wrong password');
    await expect(send('ada@example.com', smtp.url.replace('//', '//user:password@'))).rejects.toThrow();
  });

  test('a server that is down', async () => {
    await smtp.close();
    await expect(send()).rejects.toThrow();
  });
});
