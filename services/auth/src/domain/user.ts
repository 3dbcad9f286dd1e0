// A user as an aggregate: its commands, from registration to deletion, and their events.
import { authEvents, isRefusal, type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import { type AccessTokenCommand, decideAccessTokens } from './access-tokens.ts';
import { decideLock, type LockCommand, lockRefusal } from './lock-decisions.ts';
import { decideOperator, type OperatorCommand } from './operator-decisions.ts';
import { decideRoles, type RoleCommand } from './role-decisions.ts';
import { decideSecondFactor, type SecondFactorCommand } from './second-factor.ts';
import {
  decideSessions,
  endAll,
  type NewSession,
  type SessionCommand,
  sessionStarted,
  startSession,
  withSessionsEnded,
} from './session-decisions.ts';
import {
  type DataOf,
  evolveUser,
  later,
  MAILS_PER_DAY,
  type MailedSoFar,
  type MailedToken,
  RESET_LIFETIME_MS,
  type RegisteredUser,
  type User,
  unknownUser,
  VERIFICATION_LIFETIME_MS,
} from './user-state.ts';

export type { User } from './user-state.ts';

const SNAPSHOT_EVERY_COMMITS = 50;

/** The user's aggregate. Logins and some uses are events, so snapshots are frequent. */
export const userAggregate = {
  ...authEvents.user,
  stateVersion: 7,
  initial: unknownUser,
  evolve: evolveUser,
  snapshotEvery: SNAPSHOT_EVERY_COMMITS,
} as const;

/** The secret part of a mailed token, made for the number that `nextVerification` or `nextReset` returns. */
export type NewToken = Required<Pick<MailedToken, 'tokenHash' | 'salt'>>;

/** A token as it came back from a mail. */
export type ReturnedToken = Pick<MailedToken, 'issue' | 'tokenHash'>;

export type UserCommand =
  | ({
      readonly type: 'RegisterUser';
      /** The first token; null where addresses need no verification. */
      readonly token: NewToken | null;
    } & Omit<DataOf<'UserRegistered'>, 'registeredAt'>)
  | { readonly type: 'RequestVerification'; readonly token: NewToken }
  | {
      readonly type: 'VerifyEmail';
      readonly token: ReturnedToken;
      /** Sealed; null when the name of the registration was still free. */
      readonly username: string | null;
      /** Sealed, of the password that is set with the proof; null when that of the token's registration is to count. */
      readonly passwordHash: string | null;
      /** For the browser that made the token's registration, or that brought its password; null for any other. */
      readonly session: NewSession | null;
    }
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
        /** Whether a user's present name differs. */
        readonly isFree: (user: RegisteredUser) => boolean;
      })
  | RoleCommand
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

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Per kind. The same for all kinds, so it does not reveal whether a registration is its address's first. */
const MAILS_PER_HOUR = 5;

/** The number of a user's next verification token. */
export const nextVerification = (user: User): number =>
  user.status === 'registered' ? user.verifications.count + 1 : 1;

/** The number of a user's next password reset token. */
export const nextReset = (user: User): number => (user.status === 'registered' ? user.resets.count + 1 : 1);

/** Decides a command at a time (ISO 8601). A deleted user counts as unknown. */
export const decideUser = (command: UserCommand, user: User, now: string): UserEvent[] | Refusal => {
  const locked = lockRefusal(command, user);
  if (locked) return locked;
  switch (command.type) {
    case 'RegisterUser':
      return registerUser(command, user, now);
    case 'RequestVerification':
      return user.status === 'registered' ? requestVerification(user, command.token, now) : [];
    case 'VerifyEmail':
      return verifyEmail(command, user, now);
    case 'RequestPasswordReset':
      return requestPasswordReset(command, user, now);
    case 'ResetPassword':
      return resetPassword(command, user, now);
    case 'ChangeProfile':
      return changeProfile(command, user, now);
    case 'GiveUpUsername':
      return giveUpUsername(command, user);
    case 'ChangeRole':
      return decideRoles(command, user, now);
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

const isAllowed = ({ newestAt }: MailedSoFar, now: string): boolean => {
  const within = (ms: number) => newestAt.filter((at) => at > later(now, -ms)).length;
  return within(HOUR_MS) < MAILS_PER_HOUR && within(DAY_MS) < MAILS_PER_DAY;
};

/** With verification by mail no registration is refused: only the mailbox learns that the address is taken. */
const registerUser = (
  { token, type: _, ...person }: CommandOf<'RegisterUser'>,
  user: User,
  now: string,
): UserEvent[] | Refusal => {
  if (user.status === 'deleted') return refuse('CONCURRENT_CHANGE');
  if (user.status === 'registered') {
    return token === null ? refuse('EMAIL_TAKEN') : registerAgain(user, person.passwordHash, token, now);
  }
  const { userId } = person;
  const registered: UserEvent = { type: 'UserRegistered', data: { ...person, registeredAt: now } };
  return token === null
    ? [registered, { type: 'EmailVerified', data: { userId } }]
    : [registered, verificationRequested(userId, 1, token, now)];
};

/**
 * A mail proves only the registration that it was sent for. The password is kept also where no mail may go out, so that
 * neither a login nor a repeated command reveals whether the address was registered before.
 */
const registerAgain = (
  user: RegisteredUser,
  passwordHash: string,
  token: NewToken,
  now: string,
): UserEvent[] => {
  const { userId } = user;
  if (!user.emailVerified)
    return [
      { type: 'RegistrationRepeated', data: { userId, passwordHash } },
      ...requestVerification(user, token, now),
    ];
  if (!isAllowed(user.notices, now))
    return [{ type: 'RegistrationAttempted', data: { userId, passwordHash } }];
  const notice = user.notices.count + 1;
  return [{ type: 'RegistrationNoticed', data: { userId, notice, noticedAt: now, passwordHash } }];
};

const verificationRequested = (userId: string, issue: number, token: NewToken, now: string): UserEvent => ({
  type: 'VerificationRequested',
  data: { userId, issue, ...token, expiresAt: later(now, VERIFICATION_LIFETIME_MS) },
});

/** No mail for users who need not verify or ask too often; the answer does not reveal which. */
const requestVerification = (user: RegisteredUser, token: NewToken, now: string): UserEvent[] =>
  user.emailVerified || !isAllowed(user.verifications, now)
    ? []
    : [verificationRequested(user.userId, nextVerification(user), token, now)];

const requestPasswordReset = (
  { reset, verification }: CommandOf<'RequestPasswordReset'>,
  user: User,
  now: string,
): UserEvent[] => {
  if (user.status !== 'registered') return [];
  if (!user.emailVerified) return requestVerification(user, verification, now);
  if (!isAllowed(user.resets, now)) return [];
  const { userId } = user;
  const expiresAt = later(now, RESET_LIFETIME_MS);
  return [{ type: 'PasswordResetRequested', data: { userId, issue: nextReset(user), ...reset, expiresAt } }];
};

/** Whether a returned token is this one, and in time. */
const isValid = (token: MailedToken | null, { issue, tokenHash }: ReturnedToken, now: string): boolean =>
  token !== null && token.issue === issue && token.tokenHash === tokenHash && now < token.expiresAt;

/** Whether somebody registered the address again, so that a password may be one that its owner never chose. */
const isDisputed = ({ passwordHash, verificationTokens }: RegisteredUser): boolean =>
  verificationTokens.some((token) => token.passwordHash !== passwordHash);

/** A disputed address needs a password with its token, except from the browser that typed the token's own password. */
const verifyEmail = (
  { token, username, passwordHash, session }: CommandOf<'VerifyEmail'>,
  user: User,
  now: string,
): UserEvent[] | Refusal => {
  if (user.status !== 'registered' || !user.verificationTokens.some((each) => isValid(each, token, now))) {
    return refuse('VERIFICATION_TOKEN_INVALID');
  }
  if (passwordHash === null && session === null && isDisputed(user))
    return refuse('VERIFICATION_PASSWORD_REQUIRED');
  const started = session === null ? [] : startSession(user, session, null, now);
  if (isRefusal(started)) return started;
  const { userId } = user;
  const verified: UserEvent = {
    type: 'EmailVerified',
    data: { userId, issue: token.issue, ...(passwordHash !== null && { passwordHash }) },
  };
  const renamed: UserEvent[] =
    username === null ? [] : [{ type: 'UsernameChanged', data: { userId, username } }];
  return [...renamed, verified, ...started];
};

const resetPassword = (
  { token, passwordHash }: CommandOf<'ResetPassword'>,
  user: User,
  now: string,
): UserEvent[] | Refusal => {
  if (user.status !== 'registered' || !isValid(user.reset, token, now)) return refuse('RESET_TOKEN_INVALID');
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
