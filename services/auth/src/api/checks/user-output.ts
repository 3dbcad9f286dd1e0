// A user as the API shows it.
import type { User } from '@tradeium/contracts';
import type { RegisteredUser } from '../../domain/user-state.ts';

export const userOutput = (user: RegisteredUser): User => ({
  id: user.userId,
  email: user.email,
  username: user.username,
  email_verified: user.emailVerified,
  created_at: user.registeredAt,
});
