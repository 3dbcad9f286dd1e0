// Finds the user behind a typed name, with the same work for an unknown name.

import { ownerOfEmail } from '../../commands/claim-names.ts';
import { loadPerson } from '../../commands/load-person.ts';
import { isEmail } from '../../domain/login-name.ts';
import type { RegisteredUser } from '../../domain/user-state.ts';
import type { UserKey } from '../../secrets/user-keys.ts';
import type { Dependencies } from '../dependencies.ts';

export type FoundUser = {
  /** The id of the name's claim, for counting attempts. */
  readonly name: string;
  /** The user's id, or the name's id when no user has it. */
  readonly account: string;
  readonly found: { readonly user: RegisteredUser; readonly key: UserKey } | null;
};

/** By email address or username. */
export const findUser = async (
  parts: Pick<Dependencies, 'claimIds' | 'emailClaims' | 'usernameClaims' | 'users' | 'userKeys'>,
  typed: string,
): Promise<FoundUser> => {
  const { claimIds, usernameClaims, users, userKeys } = parts;
  const isAddress = isEmail(typed);
  const name = isAddress ? claimIds.ofEmail(typed) : claimIds.ofUsername(typed);
  const owner = await (isAddress
    ? ownerOfEmail(parts, typed)
    : usernameClaims.load(name).then(({ state }) => state.userId));
  const account = owner ?? name;
  const { user, key } = await loadPerson({ users, userKeys }, account);
  return { name, account, found: user.status === 'registered' && key ? { user, key } : null };
};
