// Verifies an email address with the token of its mail, sets the password, claims the username, and signs in the browser that registered.
import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import { type Answer, answer, type Handler, handler, type RequestContext } from '@tradeium/service-kit';
import type { z } from 'zod';
import { changeUser } from '../commands/change-user.ts';
import { claimFreeUsername } from '../commands/claim-names.ts';
import type { Person } from '../commands/dependencies.ts';
import { loadPerson } from '../commands/load-person.ts';
import { type DrawnSession, drawSession } from '../commands/new-session.ts';
import { type CommandOf, decideUser, type User } from '../domain/user.ts';
import type { RegisteredUser } from '../domain/user-state.ts';
import { readMailedToken } from '../secrets/mailed-tokens.ts';
import type { UserKey } from '../secrets/user-keys.ts';
import type { Dependencies } from './dependencies.ts';
import { addressOf } from './password-check.ts';
import { userOutput } from './user-output.ts';

type Output = z.output<typeof MESSAGES.verifyAddress.output>;

const VERIFIED = 'Your email address is verified. You can log in now.';
const SIGNED_IN = 'Your email address is verified, and you are logged in.';

/** The user's name, sealed, when the registered one was taken; null when it was free. */
const changedUsername = async (
  dependencies: Dependencies,
  user: RegisteredUser,
  key: UserKey,
  correlationId: string,
): Promise<string | null | Refusal> => {
  const email = key.unseal('email', user.email);
  const username = await claimFreeUsername(dependencies, { email, userId: user.userId }, correlationId);
  if (isRefusal(username)) return username;
  return username === key.unseal('username', user.username) ? null : key.seal('username', username);
};

type Changes = Partial<Pick<CommandOf<'VerifyEmail'>, 'username' | 'passwordHash'>>;

/** Stands for a password that is hashed only once the token is known to be good. */
const UNHASHED: Changes = { passwordHash: '' };

/** The password's sealed hash: the registered one if it is the same password, so that it counts as no other. */
const sealedHashOf = async (
  { passwords }: Dependencies,
  { user, key }: Person,
  password: string,
  address: string,
): Promise<string | Refusal> => {
  const isRegistered = await passwords.verify(key.unseal('password', user.passwordHash), password, address);
  if (isRefusal(isRegistered)) return isRegistered;
  if (isRegistered) return user.passwordHash;
  const hash = await passwords.hash(password, address);
  return isRefusal(hash) ? hash : key.seal('password', hash);
};

/** What the proof brings: the password that came with the token, and a username. */
const changesWith = async (
  dependencies: Dependencies,
  person: Person,
  { password }: { readonly password?: string | undefined },
  request: RequestContext,
): Promise<Changes | Refusal> => {
  const passwordHash =
    password === undefined ? null : await sealedHashOf(dependencies, person, password, addressOf(request));
  if (isRefusal(passwordHash)) return passwordHash;
  const username = await changedUsername(dependencies, person.user, person.key, request.correlationId);
  if (isRefusal(username)) return username;
  return { username, passwordHash };
};

/** A session for the browser that made the token's registration; null for any other. */
const sessionFor = (
  { registrationMarks, now, ...dependencies }: Dependencies,
  { user, key }: Person,
  { issue, mark }: Readonly<{ issue: number; mark: string | undefined }>,
  request: RequestContext,
): DrawnSession | null => {
  const { userId, verificationTokens } = user;
  const mailed = verificationTokens.find((token) => token.issue === issue);
  if (!mailed || mark === undefined) return null;
  const registration = { userId, passwordHash: mailed.passwordHash };
  if (!registrationMarks.isOf(mark, registration, now().toISOString())) return null;
  return drawSession(dependencies, key, request);
};

/** What a verification answers, with the session that it started, if any. */
const answerTo = async (
  { loginAttempts }: Dependencies,
  { state, sequence }: { readonly state: User; readonly sequence: number },
  { drawn, key }: { readonly drawn: DrawnSession | null; readonly key: UserKey | undefined },
  request: RequestContext,
): Promise<Answer<Output>> => {
  const written = { context: 'auth', sequence } as const;
  const session = drawn?.started(state, sequence);
  if (!session || !key || state.status !== 'registered')
    return answer({ message: VERIFIED, user: null, session_token: null, session_expires_at: null }, written);
  await loginAttempts.noteLogin(state.userId, addressOf(request));
  const { token, expiresAt } = session;
  const user = userOutput(state, key);
  return answer({ message: SIGNED_IN, user, session_token: token, session_expires_at: expiresAt }, written);
};

/** The name is claimed first: after a crash in between the token still works, and finds the name claimed. */
export const verifyEmail = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.verifyAddress, async (input, request) => {
    const { registration_mark: mark, same_browser: isOnlyHere = false, ...typed } = input;
    const { commandId, correlationId } = request;
    const { users, digestOf, now } = dependencies;
    const token = readMailedToken(typed.token);
    if (!token) return refuse('VERIFICATION_TOKEN_INVALID');
    const { userId, issue } = token;
    const { user, key } = await loadPerson(dependencies, userId);
    const person = user.status === 'registered' && key ? { user, key } : null;
    const drawn = person && sessionFor(dependencies, person, { issue, mark }, request);
    const session = drawn?.session ?? null;
    const proof = { type: 'VerifyEmail', token, username: null, passwordHash: null, session } as const;
    const hasPassword = typed.password !== undefined;
    const first = decideUser({ ...proof, ...(hasPassword && UNHASHED) }, user, now().toISOString());
    // A refused token may be a command that is sent again: then it gets its first answer below.
    const isAccepted = !isRefusal(first);
    if (isAccepted && !person) return refuse('VERIFICATION_TOKEN_INVALID');
    if (isAccepted && isOnlyHere && !hasPassword && !drawn) return refuse('VERIFICATION_PASSWORD_REQUIRED');
    const changes = isAccepted && person ? await changesWith(dependencies, person, typed, request) : {};
    if (isRefusal(changes)) return changes;
    const command = { commandId, correlationId, userId, input: digestOf(typed) };
    const outcome = await changeUser(users, userId, { ...proof, ...changes }, command);
    if (!outcome.ok) return outcome.refusal;
    return answerTo(dependencies, outcome, { drawn, key: person?.key }, request);
  });
