// Turns off the second factor of a user who has lost it, at the request of an operator on the bus; it has no route.
import { isRefusal, MESSAGES, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { findUser } from '../checks/find-user.ts';
import type { Dependencies } from '../dependencies.ts';

export const resetSecondFactor = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.resetSecondFactor, async ({ email }, { commandId, correlationId }) => {
    const { found } = await findUser(dependencies, email);
    if (!found) return refuse('NOT_FOUND');
    const { userId } = found.user;
    const ids = { commandId, correlationId };
    const outcome = await dependencies.users.change(userId, { type: 'ResetSecondFactor' }, ids);
    if (isRefusal(outcome)) return outcome;
    return answer({ changed: outcome.events.length > 0 }, outcome.written);
  });
