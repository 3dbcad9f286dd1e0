// The mail that lets a user set a new password after forgetting the old one.
import { type MailContent, pageLink } from './layout.ts';

export const passwordResetMail = (
  { username, token }: Readonly<{ username: string; token: string }>,
  publicUrl: string,
): MailContent => ({
  subject: 'Choose a new password',
  preview: 'Somebody asked for a new password for your account.',
  greeting: `Hello ${username},`,
  paragraphs: [
    'Somebody, hopefully you, asked for a new password for your Tradeium account. Choosing one logs you out everywhere.',
  ],
  action: { label: 'Choose a new password', link: pageLink(publicUrl, '/reset-password', token) },
  note: 'The link works once, within an hour. If it was not you, please ignore this mail: your password stays as it is.',
});
