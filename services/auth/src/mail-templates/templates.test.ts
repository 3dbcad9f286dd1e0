// Every mail has a text and an HTML form, with the link in both, and escapes names.
import { expect, test } from 'vitest';
import { existingAccountMail } from './existing-account.ts';
import { type MailContent, renderMail } from './layout.ts';
import { noticeMail } from './notice.ts';
import { passwordChangedMail } from './password-changed.ts';
import { passwordResetMail } from './password-reset.ts';
import { secondFactorChangedMail } from './second-factor-changed.ts';
import { verificationMail } from './verification.ts';

const URL = 'https://tradeium.example';
const person = { username: `<b>"ada" & 'co'</b>`, token: 'user-1.1.abc-_' };

const mails: [string, MailContent, string, string][] = [
  ['verification', verificationMail(person, URL), '/verify-email?token=user-1.1.abc-_', '24 hours'],
  ['password reset', passwordResetMail(person, URL), '/reset-password?token=user-1.1.abc-_', 'an hour'],
  ['password changed', passwordChangedMail(person, URL), '/auth?auth=login', 'was changed'],
  [
    'second factor',
    secondFactorChangedMail({ ...person, change: 'SecondFactorDisabled' }, URL),
    '/app/profile',
    'your password only',
  ],
  [
    'notice',
    noticeMail(
      {
        ...person,
        notice: {
          subject: 'Trading is paused',
          paragraphs: ['The exchange does not answer.'],
          action: { label: 'Open trading', path: '/app/trading?chat=c1' },
        },
      },
      URL,
    ),
    '/app/trading?chat=c1',
    'does not answer',
  ],
  ['existing account', existingAccountMail(person, URL), '/auth?auth=login', 'already has an account'],
];

test.each(mails)('the %s mail says the same in both forms, with its link', (_, content, path, words) => {
  const { subject, text, html } = renderMail(content);
  expect(subject).toBe(content.subject);
  expect(text).toContain(`${URL}${path}`);
  expect(html.split(`href="${URL}${path}"`)).toHaveLength(3);
  for (const body of [text, html]) {
    expect(body).toContain(subject);
    expect(body).toContain(words);
  }
});

test.each(mails)('a name is text in the %s mail, never markup', (_, content) => {
  const { text, html } = renderMail(content);
  expect(text).toContain(person.username);
  expect(html).toContain('&lt;b&gt;&quot;ada&quot; &amp; &#39;co&#39;&lt;/b&gt;');
  expect(html).not.toContain('<b>');
});

test.each(mails)('the %s mail links to nowhere else and loads nothing', (_, content) => {
  const { html } = renderMail(content);
  const addresses = [...html.matchAll(/https?:\/\/[^"<\s]+/g)].map(
    ([address]) => new globalThis.URL(address),
  );
  expect(new Set(addresses.map(({ origin }) => origin))).toEqual(new Set([URL]));
  expect(html).not.toMatch(/<(img|script|link|iframe)\b|url\(/);
});
