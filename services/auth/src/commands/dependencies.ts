// The dependencies of this service's commands.
import type { UserEvent } from '@tradeium/contracts';
import type { AggregatesOf, Changed } from '@tradeium/event-store';
import type { emailClaimAggregate } from '../domain/email-claim.ts';
import type { mailboxAggregate } from '../domain/mailbox.ts';
import type { staffAggregate } from '../domain/staff.ts';
import type { userAggregate } from '../domain/user.ts';
import type { RegisteredUser, User } from '../domain/user-state.ts';
import type { usernameClaimAggregate } from '../domain/username-claim.ts';
import type { ClaimIds } from '../secrets/claim-ids.ts';
import type { SessionTokens } from '../secrets/session-tokens.ts';
import type { UserKey, UserKeys } from '../secrets/user-keys.ts';

export type Users = AggregatesOf<typeof userAggregate>;
export type UserChange = Changed<User, UserEvent>;

/** A loaded user, with the key to the password hashes and the second factor's secret. */
export type Person = { readonly user: RegisteredUser; readonly key: UserKey };

export type CommandDependencies = {
  readonly emailClaims: AggregatesOf<typeof emailClaimAggregate>;
  readonly usernameClaims: AggregatesOf<typeof usernameClaimAggregate>;
  readonly mailboxClaims: AggregatesOf<typeof mailboxAggregate>;
  readonly users: Users;
  readonly staff: AggregatesOf<typeof staffAggregate>;
  readonly claimIds: ClaimIds;
  readonly userKeys: UserKeys;
  readonly sessionTokens: SessionTokens;
};
