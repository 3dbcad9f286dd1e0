// The dependencies of this service's commands.
import type { EmailEvent, MailboxEvent, StaffEvent, UserEvent, UsernameEvent } from '@tradeium/contracts';
import type { Aggregates } from '@tradeium/event-store';
import type { EmailClaim } from '../domain/email-claim.ts';
import type { MailboxClaim } from '../domain/mailbox.ts';
import type { Staff } from '../domain/staff.ts';
import type { RegisteredUser, User } from '../domain/user-state.ts';
import type { UsernameClaim } from '../domain/username-claim.ts';
import type { ClaimIds } from '../secrets/claim-ids.ts';
import type { SessionTokens } from '../secrets/session-tokens.ts';
import type { UserKey, UserKeys } from '../secrets/user-keys.ts';

export type Users = Aggregates<User, UserEvent>;

/** A loaded user, with the key to the password hashes and the second factor's secret. */
export type Person = { readonly user: RegisteredUser; readonly key: UserKey };

export type CommandDependencies = {
  readonly emailClaims: Aggregates<EmailClaim, EmailEvent>;
  readonly usernameClaims: Aggregates<UsernameClaim, UsernameEvent>;
  readonly mailboxClaims: Aggregates<MailboxClaim, MailboxEvent>;
  readonly users: Users;
  readonly staff: Aggregates<Staff, StaffEvent>;
  readonly claimIds: ClaimIds;
  readonly userKeys: UserKeys;
  readonly sessionTokens: SessionTokens;
};
