// Decides on a user's password, in the profile and by mail, and on the username.
import { type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import { isMailAllowed, isValidToken, type NewToken, type ReturnedToken } from './mailed-token.ts';
import { requestVerification } from './registration-decisions.ts';
import { endAll, type NewSession, sessionStarted } from './session-decisions.ts';
import { type DataOf, later, RESET_LIFETIME_MS, type RegisteredUser, type User } from './user-state.ts';

export type ProfileCommand =
  | {
      readonly type: 'RequestPasswordReset';
      readonly reset: NewToken;
      /** Sent instead to an unverified address. */
      readonly verification: NewToken;
    }
  | { readonly type: 'ResetPassword'; readonly token: ReturnedToken; readonly passwordHash: string }
  | {
      readonly type: 'ChangeProfile';
      /** Refused when `nameChanges` has changed; `previous` becomes free for others, if it differs. */
      readonly username: {
        readonly nameChanges: number;
        readonly to: string;
        readonly previous: NonNullable<DataOf<'UsernameChanged'>['previous']> | null;
      } | null;
      /** Refused when the hash is no longer `from`, which the current password was checked against. */
      readonly password: {
        readonly from: string;
        readonly to: string;
        readonly session: NewSession;
      } | null;
    }
  | ({ readonly type: 'GiveUpUsername' } & Omit<DataOf<'UsernameGivenUp'>, 'userId'> & {
        /** True if a user's present name differs. */
        readonly isFree: (user: RegisteredUser) => boolean;
      });

type CommandOf<Type extends ProfileCommand['type']> = Extract<ProfileCommand, { type: Type }>;

/** The number of a user's next password reset token. */
export const nextReset = (user: User): number => (user.status === 'registered' ? user.resets.count + 1 : 1);

/** Decides a command at a time (ISO 8601). */
export const decideProfile = (command: ProfileCommand, user: User, now: string): UserEvent[] | Refusal => {
  switch (command.type) {
    case 'RequestPasswordReset':
      return requestPasswordReset(command, user, now);
    case 'ResetPassword':
      return resetPassword(command, user, now);
    case 'ChangeProfile':
      return changeProfile(command, user, now);
    case 'GiveUpUsername':
      return giveUpUsername(command, user);
  }
};

const requestPasswordReset = (
  { reset, verification }: CommandOf<'RequestPasswordReset'>,
  user: User,
  now: string,
): UserEvent[] => {
  if (user.status !== 'registered' || user.isLocked) return [];
  if (!user.emailVerified) return requestVerification(user, verification, now);
  if (!isMailAllowed(user.resets, now)) return [];
  const { userId } = user;
  const expiresAt = later(now, RESET_LIFETIME_MS);
  return [{ type: 'PasswordResetRequested', data: { userId, issue: nextReset(user), ...reset, expiresAt } }];
};

const resetPassword = (
  { token, passwordHash }: CommandOf<'ResetPassword'>,
  user: User,
  now: string,
): UserEvent[] | Refusal => {
  // A lock has voided the tokens from before, and none is issued while it holds.
  if (user.status !== 'registered' || !isValidToken(user.reset, token, now))
    return refuse('RESET_TOKEN_INVALID');
  return [passwordChanged(user, passwordHash, 'reset'), ...endAll(user, 'password')];
};

const passwordChanged = (
  user: RegisteredUser,
  passwordHash: string,
  by: DataOf<'PasswordChanged'>['by'],
): UserEvent => ({
  type: 'PasswordChanged',
  data: { userId: user.userId, passwordHash, by, change: user.passwordChanges + 1 },
});

const changeProfile = (
  { username, password }: CommandOf<'ChangeProfile'>,
  user: User,
  now: string,
): UserEvent[] | Refusal => {
  if (user.status !== 'registered') return refuse('UNAUTHORIZED');
  const isOutdated =
    (username !== null && username.nameChanges !== user.nameChanges) ||
    (password !== null && password.from !== user.passwordHash);
  if (isOutdated) return refuse('CONCURRENT_CHANGE');
  const { userId } = user;
  const events: UserEvent[] = [];
  if (username) {
    const { to, previous } = username;
    events.push({ type: 'UsernameChanged', data: { userId, username: to, ...(previous && { previous }) } });
  }
  if (password) {
    events.push(passwordChanged(user, password.to, 'profile'), ...endAll(user, 'password'));
    events.push(sessionStarted(userId, password.session, now));
  }
  return events;
};

/**
 * Records that a claimed name is not taken after all. From then on no earlier change can be written, so
 * the name can be freed without being in use a moment later.
 */
const giveUpUsername = (
  { username, claims, isFree }: CommandOf<'GiveUpUsername'>,
  user: User,
): UserEvent[] =>
  user.status === 'registered' && isFree(user)
    ? [{ type: 'UsernameGivenUp', data: { userId: user.userId, username, claims } }]
    : [];
