// Sends the mails that events ask for; one that is no longer needed is not sent.
import { type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import type { Aggregates, StoredEvent } from '@tradeium/event-store';
import type { Log } from '@tradeium/service-kit';
import type { RegisteredUser, User } from '../domain/user.ts';
import type { Mailer } from '../mail/mailer.ts';
import { existingAccountMail } from '../mail-templates/existing-account.ts';
import { type MailContent, renderMail } from '../mail-templates/layout.ts';
import { passwordChangedMail } from '../mail-templates/password-changed.ts';
import { passwordResetMail } from '../mail-templates/password-reset.ts';
import { verificationMail } from '../mail-templates/verification.ts';
import type { MailedTokens } from '../secrets/mailed-tokens.ts';
import type { UserKeys } from '../secrets/user-keys.ts';

type Dependencies = {
  readonly users: Pick<Aggregates<User, UserEvent>, 'load'>;
  readonly userKeys: Pick<UserKeys, 'find'>;
  readonly verificationTokens: MailedTokens;
  readonly resetTokens: MailedTokens;
  readonly mailer: Mailer;
  readonly publicUrl: string;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => Date;
};

/** Mail servers may be away for hours; no mail is sent a day after its event, so this is over within a day. */
export const MAIL_ATTEMPTS_MAX = 2_000;
const NEWS_FOR_MS = 24 * 3_600_000;

/** What an event has to say to its user; `id` is the same for the same mail. */
type Letter = { readonly id: string; readonly write: (username: string) => MailContent };

const letterOf = (
  { verificationTokens, resetTokens, publicUrl, now }: Dependencies,
  { event, meta }: StoredEvent<UserEvent>,
  user: RegisteredUser,
): Letter | null => {
  const at = now();
  const isNews = at.getTime() - Date.parse(meta.at) < NEWS_FOR_MS;
  const { userId } = user;
  switch (event.type) {
    case 'VerificationRequested': {
      const { issue, expiresAt } = event.data;
      const isOpen = user.verificationTokens.some((each) => each.issue === issue);
      if (!isOpen || at.toISOString() >= expiresAt) return null;
      const token = verificationTokens.tokenOf(event.data);
      if (token === null) return null;
      return {
        id: `verification.${userId}.${issue}`,
        write: (username) => verificationMail({ username, token }, publicUrl),
      };
    }
    case 'PasswordResetRequested': {
      const { issue, expiresAt } = event.data;
      if (user.reset?.issue !== issue || at.toISOString() >= expiresAt) return null;
      const token = resetTokens.tokenOf(event.data);
      if (token === null) return null;
      return {
        id: `password-reset.${userId}.${issue}`,
        write: (username) => passwordResetMail({ username, token }, publicUrl),
      };
    }
    case 'PasswordChanged':
      if (!isNews) return null;
      return {
        id: `password-changed.${userId}.${event.data.change}`,
        write: (username) => passwordChangedMail({ username }, publicUrl),
      };
    case 'RegistrationNoticed':
      if (!isNews) return null;
      return {
        id: `existing-account.${userId}.${event.data.notice}`,
        write: (username) => existingAccountMail({ username }, publicUrl),
      };
    default:
      return null;
  }
};

const MAILED = ['VerificationRequested', 'PasswordResetRequested', 'PasswordChanged', 'RegistrationNoticed'];

/**
 * Rejects while the mail server cannot be used, to be called again: nobody's mail would go. What the server refuses for
 * one recipient is over; what it defers is refused here, and so set aside, that the mail of others goes on.
 */
export const sendMails =
  (dependencies: Dependencies) =>
  async (stored: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (!MAILED.includes(stored.event.type)) return;
    const { users, userKeys, mailer, log } = dependencies;
    const { userId } = stored.event.data;
    const [{ state: user }, key] = await Promise.all([users.load(userId), userKeys.find(userId)]);
    if (user.status !== 'registered' || !key) return;
    const letter = letterOf(dependencies, stored, user);
    if (!letter) return;
    const content = letter.write(key.unseal('username', user.username));
    const to = key.unseal('email', user.email);
    const outcome = await mailer.send({ id: letter.id, to, ...renderMail(content) });
    if (outcome === 'sent') return undefined;
    log.warn({ userId, mail: letter.id, outcome }, 'a mail was not taken for its recipient');
    return outcome === 'deferred' ? refuse('EMAIL_INVALID') : undefined;
  };
