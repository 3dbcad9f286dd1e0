// Verifies an email address with the token of its mail, sets the password, claims the username, and signs in the person who registered.
import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import { type Answer, answer, type Handler, handler, type RequestContext } from '@tradeium/service-kit';
import type { z } from 'zod';
import { claimFreeUsername } from '../../commands/claim-names.ts';
import type { Person, UserChange } from '../../commands/dependencies.ts';
import { loadPerson } from '../../commands/load-person.ts';
import { type DrawnSession, drawSession } from '../../commands/new-session.ts';
import { type CommandOf, decideUser } from '../../domain/user.ts';
import type { RegisteredUser } from '../../domain/user-state.ts';
import { readMailedToken } from '../../secrets/mailed-tokens.ts';
import { addressOf } from '../checks/password-check.ts';
import { userOutput } from '../checks/user-output.ts';
import type { Dependencies } from '../dependencies.ts';

type Output = z.output<typeof MESSAGES.verifyAddress.output>;

const VERIFIED = 'Your email address is verified. You can log in now.';
const SIGNED_IN = 'Your email address is verified, and you are logged in.';

/** The user's name when the registered one was taken; null when it was free. */
export const changedUsername = async (
  dependencies: Dependencies,
  user: RegisteredUser,
  correlationId: string,
): Promise<string | null | Refusal> => {
  const { email, userId } = user;
  const username = await claimFreeUsername(dependencies, { email, userId }, correlationId);
  if (isRefusal(username)) return username;
  return username === user.username ? null : username;
};

type Changes = Partial<Pick<CommandOf<'VerifyEmail'>, 'username' | 'passwordHash'>>;

/** Stands for a password that is hashed only once the token is known to be good. */
const UNHASHED: Changes = { passwordHash: '' };

type Password = { readonly passwordHash: string | null; readonly isRegistered: boolean };
type Typed = { readonly password: string | undefined; readonly issue: number };

const mailedWith = ({ verificationTokens }: RegisteredUser, issue: number) =>
  verificationTokens.find((token) => token.issue === issue);

/** The password's sealed hash: a registered one if it is the same password, so that it counts as no other. */
const sealedHashOf = async (
  { passwords }: Dependencies,
  { user, key }: Person,
  { password, issue }: Typed,
  address: string,
): Promise<Password | Refusal> => {
  if (password === undefined) return { passwordHash: null, isRegistered: false };
  const mailed = mailedWith(user, issue)?.passwordHash;
  for (const registered of new Set([mailed ?? user.passwordHash, user.passwordHash])) {
    const isSame = await passwords.verify(key.unseal('password', registered), password, address);
    if (isRefusal(isSame)) return isSame;
    if (isSame) return { passwordHash: registered, isRegistered: registered === mailed };
  }
  const hash = await passwords.hash(password, address);
  return isRefusal(hash) ? hash : { passwordHash: key.seal('password', hash), isRegistered: false };
};

/** The changes by the proof: the password that came with the token, a username, and a session if that password is the token's. */
const changesWith = async (
  dependencies: Dependencies,
  person: Person,
  typed: Typed,
  request: RequestContext,
): Promise<{ readonly changes: Changes; readonly drawn: DrawnSession | null } | Refusal> => {
  const password = await sealedHashOf(dependencies, person, typed, addressOf(request));
  if (isRefusal(password)) return password;
  const { passwordHash, isRegistered } = password;
  const username = await changedUsername(dependencies, person.user, request.correlationId);
  if (isRefusal(username)) return username;
  const drawn = isRegistered ? drawSession(dependencies, request) : null;
  return { changes: { username, passwordHash }, drawn };
};

/** A session for the browser that made the token's registration; null for any other. */
const sessionFor = (
  { registrationMarks, now, ...dependencies }: Dependencies,
  { user }: Person,
  { issue, mark }: Readonly<{ issue: number; mark: string | undefined }>,
  request: RequestContext,
): DrawnSession | null => {
  const mailed = mailedWith(user, issue);
  if (!mailed || mark === undefined) return null;
  const registration = { userId: user.userId, passwordHash: mailed.passwordHash };
  if (!registrationMarks.isOf(mark, registration, now().toISOString())) return null;
  return drawSession(dependencies, request);
};

/** The answer to a verification, with the session that it started, if any. */
const answerTo = async (
  { loginAttempts }: Dependencies,
  { state, written }: UserChange,
  drawn: DrawnSession | null,
  request: RequestContext,
): Promise<Answer<Output>> => {
  const session = drawn?.started(state, written);
  if (!session || state.status !== 'registered')
    return answer({ message: VERIFIED, user: null, session_token: null, session_expires_at: null }, written);
  await loginAttempts.noteLogin(state.userId, addressOf(request));
  const { token, expiresAt } = session;
  const user = userOutput(state);
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
    // Anybody can make up a user's id, for which no key may be made.
    if (user.status === 'unknown') return refuse('VERIFICATION_TOKEN_INVALID');
    const person = user.status === 'registered' && key ? { user, key } : null;
    const here = person && sessionFor(dependencies, person, { issue, mark }, request);
    const session = here?.session ?? null;
    const proof = { type: 'VerifyEmail', token, username: null, passwordHash: null, session } as const;
    const { password } = typed;
    const hasPassword = password !== undefined;
    const first = decideUser({ ...proof, ...(hasPassword && UNHASHED) }, user, now().toISOString());
    // A refused token may be a command that is sent again: then it gets its first answer below.
    const isAccepted = !isRefusal(first);
    if (isAccepted && !person) return refuse('VERIFICATION_TOKEN_INVALID');
    if (isAccepted && isOnlyHere && !hasPassword && !here) return refuse('VERIFICATION_PASSWORD_REQUIRED');
    const unchanged = { changes: {}, drawn: null };
    const brought =
      isAccepted && person
        ? await changesWith(dependencies, person, { password, issue }, request)
        : unchanged;
    if (isRefusal(brought)) return brought;
    const drawn = here ?? brought.drawn;
    const command = { commandId, correlationId, userId, input: digestOf(typed) };
    const proven = { ...proof, ...brought.changes, session: drawn?.session ?? null };
    const outcome = await users.change(userId, proven, command);
    if (isRefusal(outcome)) return outcome;
    return answerTo(dependencies, outcome, drawn, request);
  });
