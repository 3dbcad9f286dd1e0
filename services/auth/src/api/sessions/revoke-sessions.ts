// Ends one session, or all but the caller's own.
import { isRefusal, messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { UserChange } from '../../commands/dependencies.ts';
import { liveSession } from '../../domain/sessions.ts';
import type { Dependencies } from '../dependencies.ts';

const sessionEnded = ({ written }: UserChange) => answer({ message: 'The session is ended' }, written);

export const revokeSession = ({ users, now }: Pick<Dependencies, 'users' | 'now'>): Handler =>
  userHandler(messageOf('revokeSession'), async ({ id }, userId, { commandId, correlationId }) => {
    const command = { commandId, userId, correlationId, input: { id } };
    const firstOutcome = await users.earlier(userId, command);
    if (isRefusal(firstOutcome)) return firstOutcome;
    if (firstOutcome.isRepeated) return sessionEnded(firstOutcome);
    const { state } = await users.load(userId);
    const sessions = state.status === 'registered' ? state.sessions : [];
    if (!liveSession(sessions, id, now().toISOString())) return refuse('SESSION_NOT_FOUND');
    const outcome = await users.change(
      userId,
      { type: 'EndSession', sessionId: id, reason: 'revoked' },
      command,
    );
    return isRefusal(outcome) ? outcome : sessionEnded(outcome);
  });

export const revokeOtherSessions = ({ users }: Pick<Dependencies, 'users'>): Handler =>
  userHandler(messageOf('revokeOtherSessions'), async (_input, userId, request) => {
    const { commandId, correlationId, sessionId } = request;
    if (sessionId === undefined) return refuse('UNAUTHORIZED');
    const command = { commandId, userId, correlationId, input: { sessionId } };
    const outcome = await users.change(userId, { type: 'EndOtherSessions', sessionId }, command);
    if (isRefusal(outcome)) return outcome;
    const revoked = outcome.events.flatMap((event) =>
      event.type === 'SessionsEnded' ? event.data.sessionIds : [],
    );
    return answer({ revoked: revoked.length }, outcome.written);
  });
