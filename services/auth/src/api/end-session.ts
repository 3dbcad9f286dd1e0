// Ends a session at its logout, so that its token is worth nothing from now on.
import { MESSAGES } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { decideUser } from '../domain/user-commands.ts';
import type { Dependencies } from './dependencies.ts';

export const endSession = ({ users }: Pick<Dependencies, 'users'>): Handler =>
  userHandler(MESSAGES.endSession, async ({ sessionId }, userId, { commandId, correlationId }) => {
    const command = { commandId, userId, correlationId, input: { sessionId } };
    const outcome = await users.execute(userId, command, (user, now) =>
      decideUser({ type: 'EndSession', sessionId, reason: 'logout' }, user, now),
    );
    if (!outcome.ok) return outcome.refusal;
    return answer({}, { context: 'auth', sequence: outcome.sequence });
  });
