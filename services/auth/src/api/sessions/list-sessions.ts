// Lists a user's live sessions: where the account is logged in.

import { messageOf, refuse } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { loadPerson } from '../../commands/load-person.ts';
import { liveSessions } from '../../domain/sessions.ts';
import type { Dependencies } from '../dependencies.ts';

export const listSessions = ({
  users,
  userKeys,
  now,
}: Pick<Dependencies, 'users' | 'userKeys' | 'now'>): Handler =>
  fromAggregates(
    userHandler(messageOf('listSessions'), async (_input, userId, request) => {
      const { user, key } = await loadPerson({ users, userKeys }, userId);
      if (user.status !== 'registered' || !key) return refuse('UNAUTHORIZED');
      const entries = liveSessions(user.sessions, now().toISOString()).map((session) => ({
        id: session.sessionId,
        device: session.device,
        started_at: session.startedAt,
        last_used_at: session.usedAt,
        expires_at: session.expiresAt,
        current: session.sessionId === request.sessionId,
      }));
      return answer(entries.reverse());
    }),
  );
