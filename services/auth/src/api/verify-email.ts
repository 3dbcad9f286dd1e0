// Verifies an email address with the token of its mail, sets the password, and claims the username for its user.
import { isRefusal, messageOf, type Refusal, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler, type RequestContext } from '@tradeium/service-kit';
import { changeUser } from '../commands/change-user.ts';
import { claimFreeUsername } from '../commands/claim-names.ts';
import type { Person } from '../commands/dependencies.ts';
import { type CommandOf, decideUser } from '../domain/user.ts';
import type { RegisteredUser } from '../domain/user-state.ts';
import { readMailedToken } from '../secrets/mailed-tokens.ts';
import type { UserKey } from '../secrets/user-keys.ts';
import type { Dependencies } from './dependencies.ts';
import { addressOf } from './password-check.ts';

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

/** The name is claimed first: after a crash in between the token still works, and finds the name claimed. */
export const verifyEmail = (dependencies: Dependencies): Handler =>
  handler(messageOf('verifyEmail'), async (input, request) => {
    const { commandId, correlationId } = request;
    const { users, userKeys, digestOf, now } = dependencies;
    const token = readMailedToken(input.token);
    if (!token) return refuse('VERIFICATION_TOKEN_INVALID');
    const { userId } = token;
    const { state: user } = await users.load(userId);
    const proof = { type: 'VerifyEmail', token, username: null, passwordHash: null } as const;
    const hasPassword = input.password !== undefined;
    const first = decideUser({ ...proof, ...(hasPassword && UNHASHED) }, user, now().toISOString());
    const key = await userKeys.find(userId);
    // A refused token may be a command that is sent again: then it gets its first answer below.
    const isAccepted = !isRefusal(first) && user.status === 'registered';
    if (isAccepted && !key) return refuse('VERIFICATION_TOKEN_INVALID');
    const changes = isAccepted && key ? await changesWith(dependencies, { user, key }, input, request) : {};
    if (isRefusal(changes)) return changes;
    const command = { commandId, correlationId, userId, input: digestOf(input) };
    const outcome = await changeUser(users, userId, { ...proof, ...changes }, command);
    if (!outcome.ok) return outcome.refusal;
    return answer(
      { message: 'Your email address is verified. You can log in now.' },
      { context: 'auth', sequence: outcome.sequence },
    );
  });
