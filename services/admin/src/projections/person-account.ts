// A person as the events of auth make it: who it is, the role, and the sessions; all of it is empty once the account is erased.
import type { UserEvent } from '@tradeium/contracts';
import { cleanAddress, OPERATOR_ROLES, type OperatorRole } from '@tradeium/contracts';

/** `device` in the user's own words; null where none was recorded. */
export type PersonSession = {
  id: string;
  device: string | null;
  startedAt: string;
  usedAt: string;
  expiresAt: string;
};

/** Personal fields are '' for an account that is erased, or whose registration has not arrived. */
export type PersonAccount = {
  /** Registered and not erased: all that lists show. */
  isUser: boolean;
  /** The id, to search by: not every server has an index of ranges of `_id`. */
  idKey: string;
  email: string;
  emailKey: string;
  username: string;
  usernameKey: string;
  isVerified: boolean;
  isLocked: boolean;
  roles: string[];
  /** The strongest of the roles. */
  role: OperatorRole | null;
  hasSecondFactor: boolean;
  /** The newest, oldest first; some may have expired. */
  sessions: PersonSession[];
  createdAt: string | null;
  /** The newest start or use of a session, accurate to a few hours. */
  lastSeenAt: string | null;
  erasedAt: string | null;
};

export const NO_ACCOUNT: PersonAccount = {
  isUser: false,
  idKey: '',
  email: '',
  emailKey: '',
  username: '',
  usernameKey: '',
  isVerified: false,
  isLocked: false,
  roles: [],
  role: null,
  hasSecondFactor: false,
  sessions: [],
  createdAt: null,
  lastSeenAt: null,
  erasedAt: null,
};

const SESSIONS_MAX = 100;

/** The form in which addresses are searched and sorted. */
export const emailKeyOf = (email: string): string => cleanAddress(email).toLowerCase();
/** The form in which usernames are searched and sorted. */
export const usernameKeyOf = (username: string): string => username.trim().toLowerCase();

const withEmail = (email: string) => ({ email, emailKey: emailKeyOf(email) });
const withUsername = (username: string) => ({ username, usernameKey: usernameKeyOf(username) });

const withRoles = (roles: string[]): Pick<PersonAccount, 'roles' | 'role'> => ({
  roles,
  role: OPERATOR_ROLES.find((role) => roles.includes(role)) ?? null,
});

const later = (a: string | null, b: string): string => (a !== null && a > b ? a : b);

const withSession = (
  account: PersonAccount,
  { sessionId: id, startedAt, expiresAt, device }: Extract<UserEvent, { type: 'SessionStarted' }>['data'],
): PersonAccount => {
  const living = account.sessions.filter((session) => session.id !== id && session.expiresAt > startedAt);
  const sessions = [...living, { id, device, startedAt, usedAt: startedAt, expiresAt }].slice(-SESSIONS_MAX);
  return { ...account, sessions, lastSeenAt: later(account.lastSeenAt, startedAt) };
};

const withUse = (account: PersonAccount, id: string, usedAt: string): PersonAccount => ({
  ...account,
  sessions: account.sessions.map((session) => (session.id === id ? { ...session, usedAt } : session)),
  lastSeenAt: later(account.lastSeenAt, usedAt),
});

/** The account after an event. An erased one stays as it is, whatever comes. */
export const accountAfter = (account: PersonAccount, { type, data }: UserEvent): PersonAccount => {
  if (account.erasedAt !== null) return account;
  switch (type) {
    case 'UserRegistered': {
      const named = { ...withEmail(data.email), ...withUsername(data.username) };
      return { ...account, ...named, isUser: true, idKey: data.userId, createdAt: data.registeredAt };
    }
    case 'EmailVerified':
      return { ...account, isVerified: true };
    case 'UsernameChanged':
      return { ...account, ...withUsername(data.username) };
    case 'SecondFactorEnabled':
      return { ...account, hasSecondFactor: true };
    case 'SecondFactorDisabled':
      return { ...account, hasSecondFactor: false };
    case 'SessionStarted':
      return withSession(account, data);
    case 'SessionUsed':
      return withUse(account, data.sessionId, data.usedAt);
    case 'SessionsEnded':
      return { ...account, sessions: account.sessions.filter(({ id }) => !data.sessionIds.includes(id)) };
    case 'RoleGranted':
      return { ...account, ...withRoles([...new Set([...account.roles, data.role])]) };
    case 'RoleRevoked':
      return { ...account, ...withRoles(account.roles.filter((role) => role !== data.role)) };
    case 'UserLocked':
      return { ...account, isLocked: true };
    case 'UserUnlocked':
      return { ...account, isLocked: false };
    case 'UserDeleted': {
      const { createdAt, isVerified } = account;
      return { ...NO_ACCOUNT, createdAt, isVerified, erasedAt: data.deletedAt };
    }
    default:
      return account;
  }
};
