// Deletes a user's account permanently, after asking for the password once more.

import { isRefusal, messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { loadPerson } from '../../commands/load-person.ts';
import { checkPassword } from '../checks/password-check.ts';
import type { Dependencies } from '../dependencies.ts';

/** From this commit on the user counts as unknown; a reaction erases the rest. */
export const deleteAccount = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('deleteAccount'), async ({ password }, userId, request) => {
    const { users, userKeys } = dependencies;
    const { commandId, correlationId } = request;
    const { user, key } = await loadPerson({ users, userKeys }, userId);
    if (user.status !== 'registered' || !key) return refuse('UNAUTHORIZED');
    const isRight = await checkPassword(dependencies, { user, key }, password);
    if (isRefusal(isRight)) return isRight;
    if (!isRight) return refuse('CURRENT_PASSWORD_WRONG');
    const { passwordHash } = user;
    const outcome = await users.change(
      userId,
      { type: 'DeleteUser', passwordHash },
      { commandId, userId, correlationId },
    );
    if (isRefusal(outcome)) return outcome;
    return answer({ message: 'Your account is deleted' }, outcome.written);
  });
