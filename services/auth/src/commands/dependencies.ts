// The dependencies of this service's commands.
import type { ChangeOf } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';
import type { RegisteredUser } from '../domain/user-state.ts';
import type { ClaimIds } from '../secrets/claim-ids.ts';
import type { SessionTokens } from '../secrets/session-tokens.ts';
import type { UserKey, UserKeys } from '../secrets/user-keys.ts';

export type UserChange = ChangeOf<Stores['users']>;

/** A loaded user, with the key to the password hashes and the second factor's secret. */
export type Person = { readonly user: RegisteredUser; readonly key: UserKey };

export type CommandDependencies = Stores & {
  readonly claimIds: ClaimIds;
  readonly userKeys: UserKeys;
  readonly sessionTokens: SessionTokens;
};
