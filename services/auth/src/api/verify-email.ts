// Verifies an email address with the token of its mail, and claims the username for its user.
import { isRefusal, messageOf, type Refusal, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { changeUser } from '../commands/change-user.ts';
import { claimFreeUsername } from '../commands/claim-names.ts';
import { decideUser } from '../domain/user.ts';
import type { RegisteredUser } from '../domain/user-state.ts';
import { readMailedToken } from '../secrets/mailed-tokens.ts';
import type { UserKey } from '../secrets/user-keys.ts';
import type { Dependencies } from './dependencies.ts';

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

/** The name is claimed first: after a crash in between the token still works, and finds the name claimed. */
export const verifyEmail = (dependencies: Dependencies): Handler =>
  handler(messageOf('verifyEmail'), async (input, { commandId, correlationId }) => {
    const { users, userKeys, digestOf, now } = dependencies;
    const token = readMailedToken(input.token);
    if (!token) return refuse('VERIFICATION_TOKEN_INVALID');
    const { userId } = token;
    const { state: user } = await users.load(userId);
    const first = decideUser({ type: 'VerifyEmail', token, username: null }, user, now().toISOString());
    const key = await userKeys.find(userId);
    let username: string | null | Refusal = null;
    if (!isRefusal(first) && key && user.status === 'registered') {
      username = await changedUsername(dependencies, user, key, correlationId);
      if (isRefusal(username)) return username;
    }
    const command = { commandId, correlationId, userId, input: digestOf(input) };
    const outcome = await changeUser(users, userId, { type: 'VerifyEmail', token, username }, command);
    if (!outcome.ok) return outcome.refusal;
    return answer(
      { message: 'Your email address is verified. You can log in now.' },
      { context: 'auth', sequence: outcome.sequence },
    );
  });
