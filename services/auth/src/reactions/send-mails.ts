// Sends the mails that events require: one event, one mail, with an id derived from the event.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import type { StoredEvent } from '@tradeium/event-store';
import { type Mailing, sendMail } from '../commands/send-mail.ts';

/** News older than this is not mailed, and no token works longer. */
export const MAILED_WITHIN_MS = 24 * 3_600_000;

/** Mail servers may be down for hours: an event is tried for as long as it is news. */
export const MAIL_ATTEMPTS_MAX = 2_000;

export const sendMails =
  (mailing: Mailing) =>
  async (stored: StoredEvent<UserEvent>): Promise<Refusal | undefined> =>
    sendMail(mailing, stored);
