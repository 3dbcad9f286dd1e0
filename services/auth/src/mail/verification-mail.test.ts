// The mail names its user, carries the link in both forms, and lets no name break out of its place.
import { expect, test } from 'vitest';
import { verificationMail } from './verification-mail.ts';

const mail = verificationMail({
  to: 'ada@example.com',
  username: '<b>"ada" & co</b>',
  token: 'user-1.1.abc-_',
  publicUrl: 'https://tradeium.example',
  id: 'verification.user-1.1',
});
const link = 'https://tradeium.example/verify-email?token=user-1.1.abc-_';

test('the link is in the text and, twice, in the HTML', () => {
  expect(mail.text).toContain(link);
  expect(mail.html.split(`href="${link}"`)).toHaveLength(3);
});
test('it says what the user gets and how long the link works', () => {
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain('10,000 VUT credits');
    expect(body).toContain('within 24 hours');
  }
});
test('a name is text, never markup', () => {
  expect(mail.html).toContain('&lt;b&gt;&quot;ada&quot; &amp; co&lt;/b&gt;');
  expect(mail.html).not.toContain('<b>"ada"');
});
