// A user as an aggregate: its commands, from registration to deletion, and their events.
import { authEvents, type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import { type AccessTokenCommand, decideAccessTokens } from './access-tokens.ts';
import { decideLock, type LockCommand, lockRefusal } from './lock-decisions.ts';
import { decideOperator, type OperatorCommand } from './operator-decisions.ts';
import { decideProfile, type ProfileCommand } from './profile-decisions.ts';
import { decideRegistration, type RegistrationCommand } from './registration-decisions.ts';
import { decideRenewal, decideRoles, type RenewCommand, type RoleCommand } from './role-decisions.ts';
import { decideSecondFactor, type SecondFactorCommand } from './second-factor.ts';
import { decideSessions, endAll, type SessionCommand, withSessionsEnded } from './session-decisions.ts';
import { evolveUser, type User, unknownUser } from './user-state.ts';

export type { User } from './user-state.ts';

const SNAPSHOT_EVERY_COMMITS = 50;

export type UserCommand =
  | RegistrationCommand
  | ProfileCommand
  | RoleCommand
  | RenewCommand
  | LockCommand
  | OperatorCommand
  | SecondFactorCommand
  | AccessTokenCommand
  | {
      readonly type: 'DeleteUser';
      /** The hash that the password was checked against. */
      readonly passwordHash: string;
    }
  | SessionCommand;

export type CommandOf<Type extends UserCommand['type']> = Extract<UserCommand, { type: Type }>;

/** Decides a command at a time (ISO 8601). A deleted user counts as unknown. */
export const decideUser = (command: UserCommand, user: User, now: string): UserEvent[] | Refusal => {
  const locked = lockRefusal(command, user);
  if (locked) return locked;
  switch (command.type) {
    case 'RegisterUser':
    case 'RequestVerification':
    case 'VerifyEmail':
      return decideRegistration(command, user, now);
    case 'RequestPasswordReset':
    case 'ResetPassword':
    case 'ChangeProfile':
    case 'GiveUpUsername':
      return decideProfile(command, user, now);
    case 'ChangeRole':
      return decideRoles(command, user, now);
    case 'RenewAdmin':
      return decideRenewal(user, now);
    case 'LockUser':
    case 'UnlockUser':
      return decideLock(command, user, now);
    case 'VouchForEmail':
    case 'EndAllSessions':
    case 'ConfirmOperator':
      return decideOperator(command, user, now);
    case 'EnableSecondFactor':
    case 'RenewRecoveryCodes':
    case 'DisableSecondFactor':
    case 'ResetSecondFactor':
      if (user.status !== 'registered') return refuse('NOT_FOUND');
      return withSessionsEnded(command, user, decideSecondFactor(command, user, now));
    case 'CreateAccessToken':
    case 'UseAccessToken':
    case 'RevokeAccessToken':
      return user.status === 'registered' ? decideAccessTokens(command, user, now) : refuse('UNAUTHORIZED');
    case 'DeleteUser':
      return deleteUser(command, user, now);
    default:
      return decideSessions(command, user, now);
  }
};

/** The user's aggregate. Logins and some uses are events, so snapshots are frequent. */
export const userAggregate = {
  ...authEvents.user,
  stateVersion: 9,
  initial: unknownUser,
  evolve: evolveUser,
  decide: decideUser,
  snapshotEvery: SNAPSHOT_EVERY_COMMITS,
} as const;

const deleteUser = (
  { passwordHash }: CommandOf<'DeleteUser'>,
  user: User,
  now: string,
): UserEvent[] | Refusal => {
  if (user.status !== 'registered') return refuse('UNAUTHORIZED');
  if (user.passwordHash !== passwordHash) return refuse('CONCURRENT_CHANGE');
  const deleted: UserEvent = { type: 'UserDeleted', data: { userId: user.userId, deletedAt: now } };
  return [...endAll(user, 'deletion'), deleted];
};
