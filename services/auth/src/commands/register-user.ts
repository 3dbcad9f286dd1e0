// Registers a user: claims the address, then records the registration. The next one completes a registration that broke off.
import { isRefusal, type Refusal, refuse, type UserEvent } from '@tradeium/contracts';
import { usernameCandidates } from '../domain/login-name.ts';
import { nextVerification } from '../domain/registration-decisions.ts';
import type { User } from '../domain/user.ts';
import type { MailedTokens } from '../secrets/mailed-tokens.ts';
import { claimEmail, claimFreeUsername } from './claim-names.ts';
import type { CommandDependencies, Person } from './dependencies.ts';

type Parts = CommandDependencies & {
  readonly verificationTokens: MailedTokens;
  readonly emailVerification: 'required' | 'off';
};

type RegistrationIds = {
  readonly commandId: string;
  readonly correlationId: string;
  /** A keyed digest of the command's input. */
  readonly input: string;
};

export type Registration = Person & {
  /** The command created this user, now or when it was first sent. */
  readonly isNew: boolean;
  readonly isRepeated: boolean;
  /** The sealed hash of the password that this command brought, even where it does not count. */
  readonly attemptedHash: string;
};

/** The sealed hash that a registration recorded; undefined where it recorded nothing. */
const recordedHash = (events: readonly UserEvent[]): string | undefined => {
  for (const event of events) {
    if (
      event.type === 'UserRegistered' ||
      event.type === 'RegistrationRepeated' ||
      event.type === 'RegistrationAttempted' ||
      event.type === 'RegistrationNoticed'
    )
      return event.data.passwordHash;
  }
  return undefined;
};

/** The name is claimed at once only where the account opens at once, otherwise at verification. */
const firstUsername = async (
  parts: Parts,
  email: string,
  userId: string,
  correlationId: string,
): Promise<string | Refusal> =>
  parts.emailVerification === 'off'
    ? claimFreeUsername(parts, { email, userId }, correlationId)
    : (usernameCandidates(email, userId)[0] as string);

/** The same address again is the same user with the same key. */
export const registerUser = async (
  parts: Parts,
  { email, passwordHash }: Readonly<{ email: string; passwordHash: string }>,
  { commandId, correlationId, input }: RegistrationIds,
): Promise<Registration | Refusal> => {
  const { userKeys, verificationTokens, users, emailVerification } = parts;
  const userId = await claimEmail(parts, email, { commandId, correlationId });
  if (isRefusal(userId)) return userId;
  const username = await firstUsername(parts, email, userId, correlationId);
  if (isRefusal(username)) return username;
  const key = await userKeys.ensure(userId);
  const person = {
    userId,
    email,
    username,
    passwordHash: key.seal('password', passwordHash),
  };
  const tokenFor = (user: User) =>
    emailVerification === 'off' ? null : verificationTokens.issue(userId, nextVerification(user));
  const outcome = await users.change(
    userId,
    (user) => ({ type: 'RegisterUser', ...person, token: tokenFor(user) }),
    { commandId, correlationId, userId, input },
  );
  if (isRefusal(outcome)) return outcome;
  const { state: user, events, isRepeated } = outcome;
  if (user.status !== 'registered') return refuse('CONCURRENT_CHANGE');
  const isNew = events.some(({ type }) => type === 'UserRegistered');
  return { user, key, isNew, isRepeated, attemptedHash: recordedHash(events) ?? person.passwordHash };
};
