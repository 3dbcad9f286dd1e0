// The mail that lets a new user verify the address.
import { WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { type MailContent, pageLink } from './layout.ts';

const CREDITS = `${WELCOME_CREDITS_VUT.toLocaleString('en-US')} VUT credits`;

export const verificationMail = (
  { username, token }: Readonly<{ username: string; token: string }>,
  publicUrl: string,
): MailContent => ({
  subject: 'Confirm your email address',
  preview: `One click, and ${CREDITS} are yours.`,
  greeting: `Hello ${username},`,
  paragraphs: [
    `Welcome to Tradeium. Once your address is confirmed, ${CREDITS} are yours to build and backtest strategies.`,
  ],
  action: { label: 'Confirm email address', link: pageLink(publicUrl, '/verify-email', token) },
  note: 'The link works once, within 24 hours, with the password that was chosen in this registration. If you did not register just now, please ignore this mail and do not open the link: without it nobody can use an account with your address.',
});
