// A user: who registered, with which sealed data and password hash, and whether the e-mail address is proven.
import { type Refusal, refuse, type UserEvent, userEvents } from '@tradeium/contracts';

type DataOf<Type extends UserEvent['type']> = Extract<UserEvent, { type: Type }>['data'];

export type RegisteredUser = DataOf<'UserRegistered'> & {
  readonly status: 'registered';
  readonly emailVerified: boolean;
  /** The one token that counts: the newest, until it was used. */
  readonly verification: Omit<DataOf<'VerificationRequested'>, 'userId'> | null;
  /** Tokens ever issued. */
  readonly issues: number;
  /** When the newest tokens were requested, oldest first. */
  readonly requestedAt: readonly string[];
};

export type User = { readonly status: 'unknown' } | RegisteredUser;

export const unknownUser: User = { status: 'unknown' };

const HOUR_MS = 3_600_000;
const TOKEN_LIFETIME_MS = 24 * HOUR_MS;
const VERIFICATIONS_PER_HOUR = 5;

const later = (instant: string, ms: number): string => new Date(Date.parse(instant) + ms).toISOString();

/** Folds one event into the user. */
export const evolveUser = (user: User, { type, data }: UserEvent): User => {
  switch (type) {
    case 'UserRegistered':
      return {
        ...data,
        status: 'registered',
        emailVerified: false,
        verification: null,
        issues: 0,
        requestedAt: [],
      };
    case 'VerificationRequested': {
      if (user.status === 'unknown') return user;
      const { issue, tokenHash, expiresAt } = data;
      const requestedAt = [...user.requestedAt, later(expiresAt, -TOKEN_LIFETIME_MS)];
      return {
        ...user,
        verification: { issue, tokenHash, expiresAt },
        issues: issue,
        requestedAt: requestedAt.slice(-VERIFICATIONS_PER_HOUR),
      };
    }
    case 'EmailVerified':
      return user.status === 'unknown' ? user : { ...user, emailVerified: true, verification: null };
  }
};

/** The user as the event store keeps it. */
export const userAggregate = {
  context: 'auth',
  name: 'user',
  stateVersion: 1,
  initial: unknownUser,
  evolve: evolveUser,
  events: userEvents,
  snapshotEvery: 0,
} as const;

/** The number of the token that a user would be issued next. */
export const nextIssue = (user: User): number => (user.status === 'unknown' ? 1 : user.issues + 1);

export type UserCommand =
  | ({
      readonly type: 'RegisterUser';
      /** Hash of the first token; null where an address need not be proven. */
      readonly tokenHash: string | null;
    } & Omit<DataOf<'UserRegistered'>, 'registeredAt'>)
  | {
      readonly type: 'RequestVerification';
      readonly userId: string;
      /** Hash of the token with the number `nextIssue`. */
      readonly tokenHash: string;
    }
  | {
      readonly type: 'VerifyEmail';
      readonly userId: string;
      readonly issue: number;
      readonly tokenHash: string;
    };

type CommandOf<Type extends UserCommand['type']> = Extract<UserCommand, { type: Type }>;

/** Decides a command at a time (ISO 8601). */
export const decideUser = (command: UserCommand, user: User, now: string): UserEvent[] | Refusal => {
  switch (command.type) {
    case 'RegisterUser':
      return registerUser(command, user, now);
    case 'RequestVerification':
      return requestVerification(command, user, now);
    case 'VerifyEmail':
      return verifyEmail(command, user, now);
  }
};

const registerUser = (
  { userId, email, username, passwordHash, tokenHash }: CommandOf<'RegisterUser'>,
  user: User,
  now: string,
): UserEvent[] | Refusal => {
  if (user.status === 'registered') return refuse('EMAIL_TAKEN');
  const registered: UserEvent = {
    type: 'UserRegistered',
    data: { userId, email, username, passwordHash, registeredAt: now },
  };
  return tokenHash === null
    ? [registered, { type: 'EmailVerified', data: { userId } }]
    : [registered, verificationRequested(userId, nextIssue(user), tokenHash, now)];
};

const verificationRequested = (userId: string, issue: number, tokenHash: string, now: string): UserEvent => ({
  type: 'VerificationRequested',
  data: { userId, issue, tokenHash, expiresAt: later(now, TOKEN_LIFETIME_MS) },
});

/** Whoever need not verify, or asks too often, gets no mail; the asker is not told which it was. */
const requestVerification = (
  { userId, tokenHash }: CommandOf<'RequestVerification'>,
  user: User,
  now: string,
): UserEvent[] => {
  if (user.status === 'unknown' || user.emailVerified) return [];
  const lastHour = user.requestedAt.filter((at) => at > later(now, -HOUR_MS));
  if (lastHour.length >= VERIFICATIONS_PER_HOUR) return [];
  return [verificationRequested(userId, nextIssue(user), tokenHash, now)];
};

const verifyEmail = (
  { userId, issue, tokenHash }: CommandOf<'VerifyEmail'>,
  user: User,
  now: string,
): UserEvent[] | Refusal => {
  const verification = user.status === 'registered' ? user.verification : null;
  const isValid =
    verification?.issue === issue && verification.tokenHash === tokenHash && now < verification.expiresAt;
  return isValid ? [{ type: 'EmailVerified', data: { userId } }] : refuse('VERIFICATION_TOKEN_INVALID');
};
