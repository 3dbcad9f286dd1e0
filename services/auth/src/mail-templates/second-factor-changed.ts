// The mail after the second factor was turned on or off or got new recovery codes, so that users notice changes by others.
import { type MailContent, pageLink } from './layout.ts';

const CHANGES = {
  SecondFactorEnabled: ['turned on', 'Logins now ask for a code of your authenticator app.'],
  SecondFactorDisabled: ['turned off', 'Logins now ask for your password only.'],
  RecoveryCodesRenewed: ['given new recovery codes', 'The recovery codes from before no longer work.'],
} as const;

export const secondFactorChangedMail = (
  { username, change }: Readonly<{ username: string; change: keyof typeof CHANGES }>,
  publicUrl: string,
): MailContent => {
  const [what, effect] = CHANGES[change];
  return {
    subject: `Two-factor authentication was ${what}`,
    preview: 'If it was not you, change your password now.',
    greeting: `Hello ${username},`,
    paragraphs: [
      `Two-factor authentication of your Tradeium account was ${what} a moment ago. ${effect}`,
      'If it was you, there is nothing more to do. If not, change your password and log out all other devices in your profile.',
    ],
    action: { label: 'Go to your profile', link: pageLink(publicUrl, '/app/profile') },
    note: 'You are sent this mail whenever two-factor authentication of your account changes.',
  };
};
