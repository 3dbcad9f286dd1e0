// Ends a session, so that its token is worth nothing from now on.
import { MESSAGES } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { decideSession } from '../domain/session.ts';
import type { Dependencies } from './dependencies.ts';

export const endSession = ({ sessions }: Pick<Dependencies, 'sessions'>): Handler =>
  handler(MESSAGES.endSession, async ({ sessionId }, { commandId, userId, correlationId }) => {
    const outcome = await sessions.execute(sessionId, { commandId, userId, correlationId }, (session, now) =>
      decideSession({ type: 'EndSession', sessionId }, session, now),
    );
    if (!outcome.ok) return outcome.refusal;
    return answer({}, { context: 'auth', sequence: outcome.sequence });
  });
