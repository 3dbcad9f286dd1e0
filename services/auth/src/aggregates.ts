// The aggregates of this service, by what they are called in its dependencies.
import type { StoresOf } from '@tradeium/event-store';
import { emailClaimAggregate } from './domain/email-claim.ts';
import { mailboxAggregate } from './domain/mailbox.ts';
import { staffAggregate } from './domain/staff.ts';
import { userAggregate } from './domain/user.ts';
import { usernameClaimAggregate } from './domain/username-claim.ts';

export const aggregates = {
  users: userAggregate,
  emailClaims: emailClaimAggregate,
  usernameClaims: usernameClaimAggregate,
  mailboxClaims: mailboxAggregate,
  staff: staffAggregate,
};

export type Stores = StoresOf<typeof aggregates>;
