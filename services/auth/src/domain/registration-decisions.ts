// Decides on registrations and on the proof of their addresses.
import { isRefusal, type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import { isMailAllowed, isValidToken, type NewToken, type ReturnedToken } from './mailed-token.ts';
import { type NewSession, startSession } from './session-decisions.ts';
import {
  type DataOf,
  later,
  type RegisteredUser,
  type User,
  VERIFICATION_LIFETIME_MS,
} from './user-state.ts';

export type RegistrationCommand =
  | ({
      readonly type: 'RegisterUser';
      /** The first token; null where addresses need no verification. */
      readonly token: NewToken | null;
    } & Omit<DataOf<'UserRegistered'>, 'registeredAt'>)
  | { readonly type: 'RequestVerification'; readonly token: NewToken }
  | {
      readonly type: 'VerifyEmail';
      readonly token: ReturnedToken;
      /** Null when the name of the registration was still free. */
      readonly username: string | null;
      /** Sealed, of the password that is set with the proof; null when that of the token's registration is to count. */
      readonly passwordHash: string | null;
      /** For the browser that made the token's registration, or that brought its password; null for any other. */
      readonly session: NewSession | null;
    };

type CommandOf<Type extends RegistrationCommand['type']> = Extract<RegistrationCommand, { type: Type }>;

/** The number of a user's next verification token. */
export const nextVerification = (user: User): number =>
  user.status === 'registered' ? user.verifications.count + 1 : 1;

/** Decides a command at a time (ISO 8601). */
export const decideRegistration = (
  command: RegistrationCommand,
  user: User,
  now: string,
): UserEvent[] | Refusal => {
  switch (command.type) {
    case 'RegisterUser':
      return registerUser(command, user, now);
    case 'RequestVerification':
      return user.status === 'registered' ? requestVerification(user, command.token, now) : [];
    case 'VerifyEmail':
      return verifyEmail(command, user, now);
  }
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
  if (!isMailAllowed(user.notices, now))
    return [{ type: 'RegistrationAttempted', data: { userId, passwordHash } }];
  const notice = user.notices.count + 1;
  return [{ type: 'RegistrationNoticed', data: { userId, notice, noticedAt: now, passwordHash } }];
};

const verificationRequested = (userId: string, issue: number, token: NewToken, now: string): UserEvent => ({
  type: 'VerificationRequested',
  data: { userId, issue, ...token, expiresAt: later(now, VERIFICATION_LIFETIME_MS) },
});

/** No mail for users who need not verify, are locked or ask too often; the answer does not reveal which. */
export const requestVerification = (user: RegisteredUser, token: NewToken, now: string): UserEvent[] =>
  user.emailVerified || user.isLocked || !isMailAllowed(user.verifications, now)
    ? []
    : [verificationRequested(user.userId, nextVerification(user), token, now)];

/** True if somebody registered the address again, so that a password may be one that its owner never chose. */
const isDisputed = ({ passwordHash, verificationTokens }: RegisteredUser): boolean =>
  verificationTokens.some((token) => token.passwordHash !== passwordHash);

/** A disputed address needs a password with its token, except from the browser that typed the token's own password. */
const verifyEmail = (
  { token, username, passwordHash, session }: CommandOf<'VerifyEmail'>,
  user: User,
  now: string,
): UserEvent[] | Refusal => {
  if (
    user.status !== 'registered' ||
    !user.verificationTokens.some((each) => isValidToken(each, token, now))
  ) {
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
