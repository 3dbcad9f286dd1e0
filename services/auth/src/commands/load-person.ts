// Loads a user together with the key to what is sealed in it by hand.
import type { User } from '../domain/user-state.ts';
import type { UserKey } from '../secrets/user-keys.ts';
import type { CommandDependencies } from './dependencies.ts';

export type PersonStores = {
  readonly users: Pick<CommandDependencies['users'], 'load'>;
  readonly userKeys: Pick<CommandDependencies['userKeys'], 'find'>;
};

/** Without a key the account is erased, and nothing of it can be read. */
export const loadPerson = async (
  { users, userKeys }: PersonStores,
  userId: string,
): Promise<{ readonly user: User; readonly key: UserKey | null }> => {
  const [{ state: user }, key] = await Promise.all([users.load(userId), userKeys.find(userId)]);
  return { user, key };
};
