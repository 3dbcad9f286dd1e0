// Sets a new password with the token of a mail, and ends all sessions.
import { isRefusal, messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import type { UserChange } from '../../commands/dependencies.ts';
import { decideUser } from '../../domain/user.ts';
import { readMailedToken } from '../../secrets/mailed-tokens.ts';
import { addressOf, attemptNamesOf } from '../checks/password-check.ts';
import type { Dependencies } from '../dependencies.ts';

const passwordSet = ({ written }: UserChange) =>
  answer({ message: 'Your password is changed. You can log in with it now.' }, written);

/** A token that is not valid is refused before any hashing. */
export const resetPassword = (dependencies: Dependencies): Handler =>
  handler(messageOf('resetPassword'), async ({ token: returned, newPassword }, request) => {
    const { users, userKeys, passwords, loginAttempts, digestOf, now } = dependencies;
    const { commandId, correlationId } = request;
    const token = readMailedToken(returned);
    if (!token) return refuse('RESET_TOKEN_INVALID');
    const { userId } = token;
    const ids = { commandId, userId, correlationId, input: digestOf({ token: returned, newPassword }) };
    const { state: user } = await users.load(userId);
    // Anybody can make up a user's id, for which no key may be made.
    if (user.status === 'unknown') return refuse('RESET_TOKEN_INVALID');
    const firstOutcome = await users.earlier(userId, ids);
    if (isRefusal(firstOutcome)) return firstOutcome;
    if (firstOutcome.isRepeated) return passwordSet(firstOutcome);
    const command = { type: 'ResetPassword', token } as const;
    const first = decideUser({ ...command, passwordHash: '' }, user, now().toISOString());
    if (isRefusal(first)) return first;
    const key = await userKeys.find(userId);
    if (!key || user.status !== 'registered') return refuse('RESET_TOKEN_INVALID');
    const hash = await passwords.hash(newPassword, addressOf(request));
    if (isRefusal(hash)) return hash;
    const passwordHash = key.seal('password', hash);
    const outcome = await users.change(userId, { ...command, passwordHash }, ids);
    if (isRefusal(outcome)) return outcome;
    await loginAttempts.forgive(attemptNamesOf(dependencies, user), addressOf(request));
    return passwordSet(outcome);
  });
