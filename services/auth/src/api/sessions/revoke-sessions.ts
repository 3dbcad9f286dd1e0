// Ends one session, or all but the caller's own.
import { isRefusal, messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { changeUser, repeatedOutcome } from '../../commands/change-user.ts';
import { liveSession } from '../../domain/sessions.ts';
import type { Dependencies } from '../dependencies.ts';

const sessionEnded = (sequence: number) =>
  answer({ message: 'The session is ended' }, { context: 'auth', sequence });

export const revokeSession = ({ users, now }: Pick<Dependencies, 'users' | 'now'>): Handler =>
  userHandler(messageOf('revokeSession'), async ({ id }, userId, { commandId, correlationId }) => {
    const command = { commandId, userId, correlationId, input: { id } };
    const firstOutcome = await repeatedOutcome(users, userId, command);
    if (isRefusal(firstOutcome)) return firstOutcome;
    if (firstOutcome) return sessionEnded(firstOutcome.sequence);
    const { state } = await users.load(userId);
    const sessions = state.status === 'registered' ? state.sessions : [];
    if (!liveSession(sessions, id, now().toISOString())) return refuse('SESSION_NOT_FOUND');
    const outcome = await changeUser(
      users,
      userId,
      { type: 'EndSession', sessionId: id, reason: 'revoked' },
      command,
    );
    return outcome.ok ? sessionEnded(outcome.sequence) : outcome.refusal;
  });

export const revokeOtherSessions = ({ users }: Pick<Dependencies, 'users'>): Handler =>
  userHandler(messageOf('revokeOtherSessions'), async (_input, userId, request) => {
    const { commandId, correlationId, sessionId } = request;
    if (sessionId === undefined) return refuse('UNAUTHORIZED');
    const command = { commandId, userId, correlationId, input: { sessionId } };
    const outcome = await changeUser(users, userId, { type: 'EndOtherSessions', sessionId }, command);
    if (!outcome.ok) return outcome.refusal;
    const revoked = outcome.events.flatMap((event) =>
      event.type === 'SessionsEnded' ? event.data.sessionIds : [],
    );
    return answer({ revoked: revoked.length }, { context: 'auth', sequence: outcome.sequence });
  });
