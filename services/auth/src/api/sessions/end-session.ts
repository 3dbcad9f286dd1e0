// Ends a session at logout: its token is worthless from then on.
import { MESSAGES } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { changeUser } from '../../commands/change-user.ts';
import type { Dependencies } from '../dependencies.ts';

export const endSession = ({ users }: Pick<Dependencies, 'users'>): Handler =>
  userHandler(MESSAGES.endSession, async ({ sessionId }, userId, { commandId, correlationId }) => {
    const command = { commandId, userId, correlationId, input: { sessionId } };
    const outcome = await changeUser(
      users,
      userId,
      { type: 'EndSession', sessionId, reason: 'logout' },
      command,
    );
    if (!outcome.ok) return outcome.refusal;
    return answer({}, { context: 'auth', sequence: outcome.sequence });
  });
