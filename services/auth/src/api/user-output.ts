// A user as the API shows it.
import type { User } from '@tradeium/contracts';
import type { RegisteredUser } from '../domain/user-state.ts';
import type { UserKey } from '../secrets/user-keys.ts';

/** Unsealed with the user's key. */
export const userOutput = (user: RegisteredUser, key: UserKey): User => ({
  id: user.userId,
  email: key.unseal('email', user.email),
  username: key.unseal('username', user.username),
  email_verified: user.emailVerified,
  created_at: user.registeredAt,
});
