// The mail after a password change, so that users notice a stranger's change.
import { type MailContent, pageLink } from './layout.ts';

export const passwordChangedMail = (
  { username }: Readonly<{ username: string }>,
  publicUrl: string,
): MailContent => ({
  subject: 'Your password was changed',
  preview: 'If it was not you, choose a new one now.',
  greeting: `Hello ${username},`,
  paragraphs: [
    'The password of your Tradeium account was changed a moment ago, and all other sessions were ended.',
    'If it was you, there is nothing more to do. If not, choose “Forgot password?” on the login page: it sends you a link with which only you can set a new one.',
  ],
  action: { label: 'Go to login', link: pageLink(publicUrl, '/auth?auth=login') },
  note: 'You are sent this mail whenever the password of your account changes.',
});
