// The state of a user: what was registered, whether the address is proven, and the open sessions.
import type { UserEvent } from '@tradeium/contracts';
import { type AccessToken, evolveAccessTokens } from './access-tokens.ts';
import { evolveSecondFactor, type SecondFactor } from './second-factor.ts';
import { liveSessions, type Session, withoutSessions } from './sessions.ts';

export type DataOf<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>['data'];

/** A mailed token, until it is used. */
export type MailedToken = Omit<DataOf<'VerificationRequested'>, 'userId'>;

/** It verifies the address for one registration, whose password (sealed hash) counts from then on. */
export type VerificationToken = MailedToken & { readonly passwordHash: string };

/** Mail requests so far: their total, and the times of the newest, oldest first. */
export type MailedSoFar = { readonly count: number; readonly newestAt: readonly string[] };

export type RegisteredUser = DataOf<'UserRegistered'> & {
  readonly status: 'registered';
  readonly emailVerified: boolean;
  /** Oldest first; as many as are mailed in their lifetime, some may have expired. None once the address is proven. */
  readonly verificationTokens: readonly VerificationToken[];
  readonly verifications: MailedSoFar;
  readonly reset: MailedToken | null;
  readonly resets: MailedSoFar;
  readonly notices: MailedSoFar;
  /** Hash of the newest password in an attempt to register this verified address again. */
  readonly noticedPasswordHash: string | null;
  /** How often a username was taken or given up: a change is only decided on the newest count. */
  readonly nameChanges: number;
  readonly passwordChanges: number;
  /** A mailed token came back, for a verification or a reset, so the account and the mailbox have one owner. */
  readonly ownsAddress: boolean;
  readonly roles: readonly string[];
  /** How often one was given. What an admin has left the staff for is only decided on the newest count. */
  readonly roleGrants: number;
  /** An operator has locked the account. */
  readonly isLocked: boolean;
  /** Null where logins ask for the password only. */
  readonly secondFactor: SecondFactor | null;
  /** Oldest first; some may have expired. */
  readonly sessions: readonly Session[];
  /** Oldest first; some may have expired. */
  readonly accessTokens: readonly AccessToken[];
};

export type DeletedUser = Pick<RegisteredUser, 'userId' | 'email' | 'username'> & {
  readonly status: 'deleted';
};

export type User = { readonly status: 'unknown' } | RegisteredUser | DeletedUser;

export const unknownUser: User = { status: 'unknown' };

const HOUR_MS = 3_600_000;
export const VERIFICATION_LIFETIME_MS = 24 * HOUR_MS;
export const RESET_LIFETIME_MS = HOUR_MS;
/** Of each kind of mail, in 24 hours. */
export const MAILS_PER_DAY = 10;

const NONE_MAILED: MailedSoFar = { count: 0, newestAt: [] };

/** A time (ISO 8601) moved by some milliseconds. */
export const later = (instant: string, ms: number): string =>
  new Date(Date.parse(instant) + ms).toISOString();

const mailed = ({ newestAt }: MailedSoFar, count: number, at: string): MailedSoFar => ({
  count,
  newestAt: [...newestAt, at].slice(-MAILS_PER_DAY),
});

const registered = (data: DataOf<'UserRegistered'>): RegisteredUser => ({
  ...data,
  status: 'registered',
  emailVerified: false,
  verificationTokens: [],
  verifications: NONE_MAILED,
  reset: null,
  resets: NONE_MAILED,
  notices: NONE_MAILED,
  noticedPasswordHash: null,
  nameChanges: 0,
  passwordChanges: 0,
  ownsAddress: false,
  roles: [],
  roleGrants: 0,
  isLocked: false,
  secondFactor: null,
  sessions: [],
  accessTokens: [],
});

/** Folds one event into the user. */
export const evolveUser = (user: User, event: UserEvent): User => {
  if (event.type === 'UserRegistered') return registered(event.data);
  if (user.status !== 'registered') return user;
  if (event.type === 'UserDeleted') {
    const { userId, email, username } = user;
    return { status: 'deleted', userId, email, username };
  }
  return evolveRegistered(user, event);
};

type LaterEvent = Exclude<UserEvent, { type: 'UserRegistered' | 'UserDeleted' }>;

/** The tokens of mails from before a lock. They stay known, so that a disputed password stays disputed. */
const voided = ({ verificationTokens }: RegisteredUser, lockedAt: string): VerificationToken[] =>
  verificationTokens.map((token) => ({ ...token, expiresAt: lockedAt }));

/** Applies operators' actions on an account. */
const evolveByOperator = (
  user: RegisteredUser,
  { type, data }: Extract<UserEvent, { type: 'RoleGranted' | 'RoleRevoked' | 'UserLocked' | 'UserUnlocked' }>,
): RegisteredUser => {
  const without = (role: string) => user.roles.filter((each) => each !== role);
  if (type === 'RoleGranted')
    return { ...user, roles: [...without(data.role), data.role], roleGrants: user.roleGrants + 1 };
  if (type === 'RoleRevoked') return { ...user, roles: without(data.role) };
  if (type === 'UserUnlocked') return { ...user, isLocked: false };
  return { ...user, isLocked: true, reset: null, verificationTokens: voided(user, data.lockedAt) };
};

const evolveRegistered = (user: RegisteredUser, event: LaterEvent): RegisteredUser => {
  const { type, data } = event;
  switch (type) {
    case 'RegistrationRepeated':
      return { ...user, passwordHash: data.passwordHash };
    case 'RegistrationAttempted':
      return { ...user, noticedPasswordHash: data.passwordHash };
    case 'RegistrationNoticed': {
      const noticedPasswordHash = data.passwordHash ?? user.noticedPasswordHash;
      return { ...user, noticedPasswordHash, notices: mailed(user.notices, data.notice, data.noticedAt) };
    }
    case 'VerificationRequested': {
      const { userId: _, ...token } = data;
      const tokens = [...user.verificationTokens, { ...token, passwordHash: user.passwordHash }];
      const at = later(data.expiresAt, -VERIFICATION_LIFETIME_MS);
      const verifications = mailed(user.verifications, data.issue, at);
      return { ...user, verificationTokens: tokens.slice(-MAILS_PER_DAY), verifications };
    }
    case 'EmailVerified': {
      const token = user.verificationTokens.find(({ issue }) => issue === data.issue);
      const passwordHash = data.passwordHash ?? (token ?? user).passwordHash;
      // The password that counts differs from the last registration's, which still gets the same answer as before.
      const isOthers = passwordHash !== user.passwordHash;
      const noticedPasswordHash = isOthers ? user.passwordHash : user.noticedPasswordHash;
      const ownsAddress = data.by === undefined && user.verifications.count > 0;
      const proven = { emailVerified: true, ownsAddress, verificationTokens: [] };
      return { ...user, ...proven, passwordHash, noticedPasswordHash };
    }
    case 'UsernameChanged':
      return { ...user, username: data.username, nameChanges: user.nameChanges + 1 };
    case 'UsernameGivenUp':
      return { ...user, nameChanges: user.nameChanges + 1 };
    case 'PasswordResetRequested': {
      const { userId: _, ...reset } = data;
      const at = later(data.expiresAt, -RESET_LIFETIME_MS);
      return { ...user, reset, resets: mailed(user.resets, data.issue, at) };
    }
    case 'PasswordChanged': {
      const { passwordHash, change: passwordChanges, by } = data;
      const ownsAddress = user.ownsAddress || by === 'reset';
      return { ...user, passwordHash, passwordChanges, ownsAddress, reset: null };
    }
    case 'RoleGranted':
    case 'RoleRevoked':
    case 'UserLocked':
    case 'UserUnlocked':
      return evolveByOperator(user, event);
    case 'OneTimeCodeUsed':
    case 'RecoveryCodeUsed':
    case 'SecondFactorEnabled':
    case 'RecoveryCodesRenewed':
    case 'SecondFactorDisabled':
      return { ...user, secondFactor: evolveSecondFactor(user.secondFactor, event) };
    case 'SessionStarted': {
      const { sessionId, startedAt, expiresAt, device } = data;
      const started = { sessionId, startedAt, usedAt: startedAt, expiresAt, device };
      return { ...user, sessions: [...liveSessions(user.sessions, startedAt), started] };
    }
    case 'SessionUsed': {
      const used = (session: Session) =>
        session.sessionId === data.sessionId ? { ...session, usedAt: data.usedAt } : session;
      return { ...user, sessions: user.sessions.map(used) };
    }
    case 'SessionsEnded':
      return { ...user, sessions: withoutSessions(user.sessions, data.sessionIds) };
    case 'AccessTokenCreated':
    case 'AccessTokenUsed':
    case 'AccessTokensRevoked':
      return { ...user, accessTokens: evolveAccessTokens(user.accessTokens, event) };
  }
};
