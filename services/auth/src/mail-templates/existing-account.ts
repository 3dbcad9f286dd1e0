// The mail to an account's owner after an attempt to register its address.
import { type MailContent, pageLink } from './layout.ts';

export const existingAccountMail = (
  { username }: Readonly<{ username: string }>,
  publicUrl: string,
): MailContent => ({
  subject: 'You already have an account',
  preview: 'Somebody tried to register with your address.',
  greeting: `Hello ${username},`,
  paragraphs: [
    'Somebody, perhaps you, just tried to register at Tradeium with this address. It already has an account, and nothing about it has changed.',
    'Please log in instead. If you have forgotten the password, choose “Forgot password?” there.',
  ],
  action: { label: 'Go to login', link: pageLink(publicUrl, '/auth?auth=login') },
  note: 'If it was not you, there is nothing to do: the attempt did not reveal that you have an account.',
});
