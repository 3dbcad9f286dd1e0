// Ends a session at logout: its token is worthless from then on.
import { isRefusal, MESSAGES } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { Dependencies } from '../dependencies.ts';

export const endSession = ({ users }: Pick<Dependencies, 'users'>): Handler =>
  userHandler(MESSAGES.endSession, async ({ sessionId }, userId, { commandId, correlationId }) => {
    const command = { commandId, userId, correlationId, input: { sessionId } };
    const outcome = await users.change(userId, { type: 'EndSession', sessionId, reason: 'logout' }, command);
    if (isRefusal(outcome)) return outcome;
    return answer({}, outcome.written);
  });
