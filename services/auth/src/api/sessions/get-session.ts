// Finds the user of a live session, and the user's role.

import { MESSAGES } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, handler, type RequestContext } from '@tradeium/service-kit';
import { loadPerson } from '../../commands/load-person.ts';
import { roleOf } from '../../domain/roles.ts';
import { isUseWorthNoting, liveSession } from '../../domain/sessions.ts';
import { userOutput } from '../checks/user-output.ts';
import type { Dependencies } from '../dependencies.ts';

const NOBODY = { user: null, role: null };

/** In the background. If it fails, the next use is recorded instead. */
const noteUse = (
  { users, log }: Pick<Dependencies, 'users' | 'log'>,
  userId: string,
  sessionId: string,
  { correlationId }: RequestContext,
): void => {
  const ids = { commandId: `use:${correlationId}`, userId, correlationId };
  const noting = users.change(userId, { type: 'UseSession', sessionId }, ids);
  void noting.catch((error: unknown) =>
    log.warn({ err: error, userId }, 'the use of a session was not noted'),
  );
};

/**
 * Reads the aggregate, not a read model: a caller that asks because a session has just ended, or its user has just
 * changed, must not get the state before.
 */
export const getSession = (
  dependencies: Pick<Dependencies, 'users' | 'userKeys' | 'adminEmails' | 'log' | 'now'>,
): Handler =>
  fromAggregates(
    handler(MESSAGES.getSession, async ({ sessionId }, request) => {
      const { users, userKeys, adminEmails, now } = dependencies;
      const { userId } = request;
      if (userId === undefined) return answer(NOBODY);
      const { user, key } = await loadPerson({ users, userKeys }, userId);
      if (user.status !== 'registered' || !key) return answer(NOBODY);
      const at = now().toISOString();
      const session = liveSession(user.sessions, sessionId, at);
      if (!session) return answer(NOBODY);
      if (isUseWorthNoting(session, at)) noteUse(dependencies, userId, sessionId, request);
      const found = userOutput(user);
      return answer({ user: found, role: roleOf(user, found.email, adminEmails) });
    }),
  );
