// Registers a user: claims the e-mail address, then writes who registered.
import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import { type Answer, answer, type Handler, handler, type RequestContext } from '@tradeium/service-kit';
import type { z } from 'zod';
import { usernameCandidates } from '../domain/login-name.ts';
import type { RegisteredUser, User } from '../domain/user.ts';
import { decideUser, nextVerification } from '../domain/user-commands.ts';
import type { UserKey } from '../secrets/user-keys.ts';
import { type CommandIds, claimEmail, claimUsername } from './claims.ts';
import type { Dependencies } from './dependencies.ts';
import { passwordHashOf } from './password-check.ts';
import { startSession } from './start-session.ts';
import { answerOnBeat } from './steady-answer.ts';
import { userOutput } from './user-output.ts';

type Input = { readonly email: string; readonly password: string };
type Output = z.output<typeof MESSAGES.registerUser.output>;

type Registration = {
  readonly user: RegisteredUser;
  readonly key: UserKey;
  /** The command made this user, now or when it was sent before. */
  readonly isNew: boolean;
  readonly isRepeated: boolean;
};

/** A username that is free, claimed for the user. */
export const claimFreeUsername = async (
  dependencies: Dependencies,
  { email, userId }: Readonly<{ email: string; userId: string }>,
  ids: CommandIds,
): Promise<string | Refusal> => {
  for (const username of usernameCandidates(email, userId)) {
    const claimed = await claimUsername(dependencies, { username, userId }, ids.correlationId);
    if (!isRefusal(claimed)) return username;
    if (claimed.refused !== 'USERNAME_TAKEN') return claimed;
  }
  throw new Error('every username that was tried is taken');
};

/** The name is claimed at once only where the account is; else when the address is verified. */
const firstUsername = async (
  dependencies: Dependencies,
  email: string,
  userId: string,
  ids: CommandIds,
): Promise<string | Refusal> =>
  dependencies.emailVerification === 'off'
    ? claimFreeUsername(dependencies, { email, userId }, ids)
    : (usernameCandidates(email, userId)[0] as string);

const writeUser = async (
  dependencies: Dependencies,
  { email, password }: Input,
  ids: CommandIds,
): Promise<Registration | Refusal> => {
  const { passwords, userKeys, verificationTokens, users, emailVerification, digestOf } = dependencies;
  const passwordHash = await passwords.hash(password);
  if (isRefusal(passwordHash)) return passwordHash;
  const userId = await claimEmail(dependencies, email, ids);
  if (isRefusal(userId)) return userId;
  const username = await firstUsername(dependencies, email, userId, ids);
  if (isRefusal(username)) return username;
  const key = await userKeys.ensure(userId);
  const person = {
    userId,
    email: key.seal('email', email),
    username: key.seal('username', username),
    passwordHash: key.seal('password', passwordHash),
  };
  const tokenFor = (user: User) =>
    emailVerification === 'off' ? null : verificationTokens.issue(userId, nextVerification(user));
  const command = { ...ids, userId, input: digestOf({ email, password }) };
  const outcome = await users.execute(userId, command, (user, now) =>
    decideUser({ type: 'RegisterUser', ...person, token: tokenFor(user) }, user, now),
  );
  if (!outcome.ok) return outcome.refusal;
  const { state: user, events, repeated: isRepeated } = outcome;
  if (user.status !== 'registered') return refuse('CONCURRENT_CHANGE');
  const isNew = events.some(({ type }) => type === 'UserRegistered');
  return { user, key, isNew, isRepeated };
};

/** The same whether or not the address is registered already; only its mailbox is told more. */
const registerQuietly = async (
  dependencies: Dependencies,
  input: Input,
  ids: CommandIds,
): Promise<Answer<Output> | Refusal> => {
  const registration = await writeUser(dependencies, input, ids);
  if (isRefusal(registration)) return registration;
  const { user, isNew } = registration;
  return answer({
    access_token: null,
    user_id: isNew ? user.userId : dependencies.standInIds.of(ids.commandId, input.email),
    email: input.email,
    username: usernameCandidates(input.email, user.userId)[0] as string,
    email_verified: false,
    session_token: null,
    session_expires_at: null,
  });
};

/** Where addresses need not be proven: the account is open at once, and a known address is EMAIL_TAKEN. */
const registerAtOnce = async (
  dependencies: Dependencies,
  input: Input,
  ids: CommandIds,
  request: RequestContext,
): Promise<Answer<Output> | Refusal> => {
  const registration = await writeUser(dependencies, input, ids);
  if (isRefusal(registration)) return registration;
  const { user, key, isRepeated } = registration;
  // The command's id alone must not open the account: whoever sends it again knows the password too.
  const knowsPassword =
    !isRepeated || (await dependencies.passwords.verify(passwordHashOf(registration), input.password));
  if (isRefusal(knowsPassword)) return knowsPassword;
  if (!knowsPassword) return refuse('EMAIL_TAKEN');
  const session = await startSession(dependencies, user, key, request);
  if (isRefusal(session)) return session;
  const { email, username, email_verified } = userOutput(user, key);
  const { token, expiresAt, written } = session;
  const account = { access_token: token, user_id: user.userId, email, username, email_verified };
  return answer({ ...account, session_token: token, session_expires_at: expiresAt }, written);
};

/** A registration that broke off anywhere is completed by the next with the same address: same user, same key. */
export const register = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.registerUser, async (input, request) => {
    const { commandId, correlationId } = request;
    const ids = { commandId, correlationId };
    return dependencies.emailVerification === 'off'
      ? registerAtOnce(dependencies, input, ids, request)
      : answerOnBeat(() => registerQuietly(dependencies, input, ids));
  });
