// Which mail an event requires, and whether it is still needed.
import type { UserEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { RegisteredUser } from '../domain/user-state.ts';
import { existingAccountMail } from '../mail-templates/existing-account.ts';
import type { MailContent } from '../mail-templates/layout.ts';
import { passwordChangedMail } from '../mail-templates/password-changed.ts';
import { passwordResetMail } from '../mail-templates/password-reset.ts';
import { secondFactorChangedMail } from '../mail-templates/second-factor-changed.ts';
import { verificationMail } from '../mail-templates/verification.ts';
import type { MailedTokens } from '../secrets/mailed-tokens.ts';

export type Letters = {
  readonly verificationTokens: MailedTokens;
  readonly resetTokens: MailedTokens;
  readonly publicUrl: string;
};

/** One mail to one user; the same mail has the same id. */
export type Letter = { readonly id: string; readonly write: (username: string) => MailContent };

type TokenEvent = Extract<UserEvent, { type: 'VerificationRequested' | 'PasswordResetRequested' }>;

/** Null when the token is used, replaced or expired, or when its master key is gone. */
const tokenLetter = (
  { verificationTokens, resetTokens, publicUrl }: Letters,
  { type, data }: TokenEvent,
  user: RegisteredUser,
  now: string,
): Letter | null => {
  const isVerification = type === 'VerificationRequested';
  const isOpen = isVerification
    ? user.verificationTokens.some(({ issue, expiresAt }) => issue === data.issue && now < expiresAt)
    : user.reset?.issue === data.issue;
  const token = (isVerification ? verificationTokens : resetTokens).tokenOf(data);
  if (!isOpen || now >= data.expiresAt || token === null) return null;
  const write = isVerification ? verificationMail : passwordResetMail;
  return {
    id: `${isVerification ? 'verification' : 'password-reset'}.${data.userId}.${data.issue}`,
    write: (username) => write({ username, token }, publicUrl),
  };
};

/** The mail that an event requires; null when it requires none, or its token is no longer valid. */
export const letterFor = (
  letters: Letters,
  { event, sequence }: StoredEvent<UserEvent>,
  user: RegisteredUser,
  now: Date,
): Letter | null => {
  const { publicUrl } = letters;
  const { userId } = user;
  switch (event.type) {
    case 'VerificationRequested':
    case 'PasswordResetRequested':
      return tokenLetter(letters, event, user, now.toISOString());
    case 'PasswordChanged':
      return {
        id: `password-changed.${userId}.${event.data.change}`,
        write: (username) => passwordChangedMail({ username }, publicUrl),
      };
    case 'SecondFactorEnabled':
    case 'SecondFactorDisabled':
    case 'RecoveryCodesRenewed': {
      const { type: change } = event;
      return {
        id: `second-factor.${userId}.${sequence}`,
        write: (username) => secondFactorChangedMail({ username, change }, publicUrl),
      };
    }
    case 'RegistrationNoticed':
      return {
        id: `existing-account.${userId}.${event.data.notice}`,
        write: (username) => existingAccountMail({ username }, publicUrl),
      };
    default:
      return null;
  }
};

/** The events that can require a mail. */
export const MAILED_EVENTS: readonly UserEvent['type'][] = [
  'VerificationRequested',
  'PasswordResetRequested',
  'PasswordChanged',
  'RegistrationNoticed',
  'SecondFactorEnabled',
  'SecondFactorDisabled',
  'RecoveryCodesRenewed',
];
