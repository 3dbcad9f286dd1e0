// Tells the user behind a session, while it lives.
import { MESSAGES } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { liveSessionOf } from '../projections/sessions.ts';
import { userOf, userOutput } from '../projections/users.ts';
import type { Dependencies } from './dependencies.ts';

export const getSession = ({
  sessionModel,
  userModel,
  personalData,
  now,
}: Pick<Dependencies, 'sessionModel' | 'userModel' | 'personalData' | 'now'>): Handler =>
  handler(MESSAGES.getSession, async ({ sessionId }) => {
    const session = await liveSessionOf(sessionModel, sessionId, now().toISOString());
    if (!session) return answer({ user: null });
    const { userId } = session;
    const [user, key] = await Promise.all([userOf(userModel, userId), personalData.keyOf(userId)]);
    return answer({ user: user && key ? userOutput(userId, user, key) : null });
  });
