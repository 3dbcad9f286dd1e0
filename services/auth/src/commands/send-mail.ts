// Sends a mail that an event requires, if it is still needed when its turn comes.
import { type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import type { Log } from '@tradeium/service-kit';
import { type Letters, letterFor } from '../mail/letters.ts';
import type { Mailer } from '../mail/mailer.ts';
import { renderMail } from '../mail-templates/layout.ts';
import { loadPerson, type PersonStores } from './load-person.ts';

export type Mailing = Letters &
  PersonStores & {
    readonly mailer: Mailer;
    readonly log: Pick<Log, 'warn'>;
    readonly now: () => Date;
  };

/**
 * Rejects while the mail server is unusable, and is retried. A mail that the server refuses for its
 * recipient is given up; one that it defers is parked and retried later, while other users' mails are sent.
 */
export const sendMail = async (
  mailing: Mailing,
  stored: StoredEvent<UserEvent>,
): Promise<Refusal | undefined> => {
  const { mailer, log, now } = mailing;
  const { userId } = stored.event.data;
  const { user, key } = await loadPerson(mailing, userId);
  if (user.status !== 'registered' || !key) return undefined;
  const letter = letterFor(mailing, stored, user, now());
  if (!letter) return undefined;
  const content = letter.write(user.username);
  const outcome = await mailer.send({ id: letter.id, to: user.email, ...renderMail(content) });
  if (outcome === 'sent') return undefined;
  log.warn({ userId, mail: letter.id, outcome }, 'the mail server did not take a mail for its recipient');
  return outcome === 'deferred' ? refuse('EMAIL_INVALID') : undefined;
};
