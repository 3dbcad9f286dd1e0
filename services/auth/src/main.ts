// The auth service: users, the verification of their addresses, and their sessions.
import { startService } from '@tradeium/service-kit';
import { handlers } from './api/handlers.ts';
import { config } from './config.ts';
import { emailClaimAggregate } from './domain/email-claim.ts';
import { mailboxAggregate } from './domain/mailbox.ts';
import { staffAggregate } from './domain/staff.ts';
import { userAggregate } from './domain/user.ts';
import { usernameClaimAggregate } from './domain/username-claim.ts';
import { openParts } from './parts.ts';
import { reactions } from './reactions/reactions.ts';

await startService('auth', {
  config,
  seals: true,
  aggregates: {
    users: userAggregate,
    emailClaims: emailClaimAggregate,
    usernameClaims: usernameClaimAggregate,
    mailboxClaims: mailboxAggregate,
    staff: staffAggregate,
  },
  parts: openParts,
  handlers,
  reactions,
});
