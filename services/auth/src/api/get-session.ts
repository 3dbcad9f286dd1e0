// Tells the user behind a session, while it lives.
import { MESSAGES } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { isLive } from '../domain/session.ts';
import type { Dependencies } from './dependencies.ts';
import { userOutput } from './user-output.ts';

/**
 * Reads the aggregates and no read model: whoever asks because a session has just ended, or its user has just
 * changed, must not be told what was before.
 */
export const getSession = ({
  sessions,
  users,
  personalData,
  now,
}: Pick<Dependencies, 'sessions' | 'users' | 'personalData' | 'now'>): Handler =>
  handler(MESSAGES.getSession, async ({ sessionId }) => {
    const { state: session } = await sessions.load(sessionId);
    if (!isLive(session, now().toISOString())) return answer({ user: null });
    const [{ state: user }, key] = await Promise.all([
      users.load(session.userId),
      personalData.keyOf(session.userId),
    ]);
    return answer({ user: user.status === 'registered' && key ? userOutput(user, key) : null });
  });
