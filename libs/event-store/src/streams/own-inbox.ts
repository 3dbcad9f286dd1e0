// Inboxes for single answers: those of the client have names that follow from one another, so who has answered once could go on.
import { randomBytes } from 'node:crypto';
import type { NatsConnection } from 'nats';
import { identityOf } from './bus-identity.ts';

/** An inbox of this kind of process whose name nobody can guess. */
export const ownInbox = (nc: NatsConnection): string => {
  const { user } = identityOf(nc);
  return ['_INBOX', ...(user === undefined ? [] : [user]), randomBytes(16).toString('hex')].join('.');
};
