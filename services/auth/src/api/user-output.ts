// A user as the API tells him.
import type { User } from '@tradeium/contracts';
import type { RegisteredUser } from '../domain/user.ts';
import type { PersonalKey } from '../secrets/personal-data.ts';

/** Unsealed with the user's own key. */
export const userOutput = (user: RegisteredUser, key: PersonalKey): User => ({
  id: user.userId,
  email: key.unseal('email', user.email),
  username: key.unseal('username', user.username),
  email_verified: user.emailVerified,
  created_at: user.registeredAt,
});
