// The mail that lets a new user verify the address.
import { WELCOME_CREDITS_VUT } from '@tradeium/contracts';
import { type MailContent, pageLink } from './layout.ts';

const CREDITS = `${WELCOME_CREDITS_VUT.toLocaleString('en-US')} VUT credits`;

export const verificationMail = (
  { username, token }: Readonly<{ username: string; token: string }>,
  publicUrl: string,
): MailContent => ({
  subject: 'Confirm your email address',
  preview: 'Open the link, and your account is ready.',
  greeting: `Hello ${username},`,
  paragraphs: [
    `Welcome to Tradeium. Open the link in the browser you registered with, and you are signed in. In any other browser you type your password first. Your first account starts with ${CREDITS} to build and backtest strategies.`,
  ],
  action: { label: 'Confirm email address', link: pageLink(publicUrl, '/verify-email', token) },
  note: 'The link works once, within 24 hours. The password that you type with it is the only one that opens the account. If you did not register, please ignore this mail: without it nobody can use an account with your address.',
});
