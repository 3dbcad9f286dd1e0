// All reactions of this service.
import type { AnyReaction } from '@tradeium/event-store';
import { userAggregate } from '../domain/user.ts';
import { MAILED_EVENTS } from '../mail/letters.ts';
import { claimMailboxes } from './claim-mailboxes.ts';
import { eraseUser } from './erase-user.ts';
import { keepStaff, STAFF_EVENTS } from './keep-staff.ts';
import { releaseUsernames } from './release-usernames.ts';
import { MAIL_ATTEMPTS_MAX, MAILED_WITHIN_MS, sendMails } from './send-mails.ts';

type Parts = Parameters<typeof sendMails>[0] &
  Parameters<typeof claimMailboxes>[0] &
  Parameters<typeof eraseUser>[0] &
  Parameters<typeof keepStaff>[0] &
  Parameters<typeof releaseUsernames>[0];

export const reactions = (parts: Parts): AnyReaction[] => [
  {
    name: 'send-mails',
    reads: [userAggregate],
    startAt: 'beginning',
    types: MAILED_EVENTS,
    expiresAfterMs: MAILED_WITHIN_MS,
    handle: sendMails(parts),
    maxAttempts: MAIL_ATTEMPTS_MAX,
  },
  {
    name: 'claim-mailboxes',
    reads: [userAggregate],
    types: ['EmailVerified'],
    startAt: 'beginning',
    handle: claimMailboxes(parts),
  },
  { name: 'erase-user', reads: [userAggregate], startAt: 'beginning', handle: eraseUser(parts) },
  {
    name: 'release-usernames',
    reads: [userAggregate],
    startAt: 'beginning',
    handle: releaseUsernames(parts),
  },
  {
    name: 'keep-staff',
    reads: [userAggregate],
    types: STAFF_EVENTS,
    startAt: 'beginning',
    handle: keepStaff(parts),
  },
];
