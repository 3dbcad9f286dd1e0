// Sends the mails that events require: one event, one mail, with an id derived from the event.
import { type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { Log } from '@tradeium/service-kit';
import type { CommandDependencies } from '../commands/dependencies.ts';
import { isMailed, type Letters, letterFor } from '../mail/letters.ts';
import type { Mailer } from '../mail/mailer.ts';
import { renderMail } from '../mail-templates/layout.ts';

type Parts = Letters & {
  readonly users: Pick<CommandDependencies['users'], 'load'>;
  readonly userKeys: Pick<CommandDependencies['userKeys'], 'find'>;
  readonly mailer: Mailer;
  readonly log: Pick<Log, 'warn'>;
  readonly now: () => Date;
};

/** Mail servers may be away for hours. No mail is sent a day after its event, so retries end within a day. */
export const MAIL_ATTEMPTS_MAX = 2_000;

/**
 * Rejects while the mail server is unusable, and is retried. A mail that the server refuses for its
 * recipient is given up; one that it defers is parked and retried later, while other users' mails are sent.
 */
export const sendMails =
  (parts: Parts) =>
  async (stored: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (!isMailed(stored.event)) return undefined;
    const { users, userKeys, mailer, log, now } = parts;
    const { userId } = stored.event.data;
    const [{ state: user }, key] = await Promise.all([users.load(userId), userKeys.find(userId)]);
    if (user.status !== 'registered' || !key) return undefined;
    const letter = letterFor(parts, stored, user, now());
    if (!letter) return undefined;
    const content = letter.write(key.unseal('username', user.username));
    const to = key.unseal('email', user.email);
    const outcome = await mailer.send({ id: letter.id, to, ...renderMail(content) });
    if (outcome === 'sent') return undefined;
    log.warn({ userId, mail: letter.id, outcome }, 'the mail server did not take a mail for its recipient');
    return outcome === 'deferred' ? refuse('EMAIL_INVALID') : undefined;
  };
