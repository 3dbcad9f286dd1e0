// Checks a typed password within the limits of attempts, as slowly for an unknown user as for a known one.
import { isRefusal, type Refusal } from '@tradeium/contracts';
import type { RequestContext } from '@tradeium/service-kit';
import type { Person } from '../../commands/dependencies.ts';
import type { RegisteredUser } from '../../domain/user-state.ts';
import type { Dependencies } from '../dependencies.ts';

/** The hash that a user's password is checked against. */
export const passwordHashOf = ({ user, key }: Person): string => key.unseal('password', user.passwordHash);

/** The password hash of the latest attempt to register the user's address again; null when there was none. */
export const noticedHashOf = ({ user, key }: Person): string | null =>
  user.noticedPasswordHash === null ? null : key.unseal('password', user.noticedPasswordHash);

/** The ids of the names that count attempts at a user's password. */
export const attemptNamesOf = (
  { claimIds }: Pick<Dependencies, 'claimIds'>,
  user: RegisteredUser,
): readonly [email: string, username: string] => [
  claimIds.ofEmail(user.email),
  claimIds.ofUsername(user.username),
];

/** The IP address that attempts are counted by; callers without one are counted together. */
export const addressOf = ({ client }: RequestContext): string => client?.address ?? 'unknown';

/**
 * Checks a logged-in user's re-entered password. Refused before hashing while attempts at the
 * account have to wait. A session counts separately: attempts of others at its address do not count against it.
 */
export const checkPassword = async (
  dependencies: Pick<Dependencies, 'loginAttempts' | 'passwords' | 'claimIds'>,
  person: Person,
  password: string,
): Promise<boolean | Refusal> => {
  const { loginAttempts, passwords } = dependencies;
  const names = attemptNamesOf(dependencies, person.user);
  const { userId: account } = person.user;
  const address = `session of ${account}`;
  const place = { name: names[0], account, names, address, isSignedIn: true };
  const outcome = await loginAttempts.attempt(place, async () => {
    const isRight = await passwords.verify(passwordHashOf(person), password, address);
    if (isRefusal(isRight)) return isRight;
    return isRight ? 'right' : 'wrong';
  });
  return isRefusal(outcome) ? outcome : outcome === 'right';
};
