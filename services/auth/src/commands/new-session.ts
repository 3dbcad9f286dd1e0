// Makes the session that a browser is given: its secret, its id, and the name of the browser, sealed.
import type { RequestContext, Written } from '@tradeium/service-kit';
import { deviceOf } from '../domain/device.ts';
import type { NewSession } from '../domain/session-decisions.ts';
import type { User } from '../domain/user.ts';
import type { UserKey } from '../secrets/user-keys.ts';
import type { CommandDependencies } from './dependencies.ts';

export type StartedSession = {
  readonly token: string;
  readonly expiresAt: string;
  readonly written: Written;
};

export type DrawnSession = {
  readonly session: NewSession;
  /** What the browser is given, once the user holds the session; null when it did not come to be. */
  started(user: User, sequence: number): StartedSession | null;
};

/** Draws a session whose id nobody can guess. */
export const drawSession = (
  { sessionTokens }: Pick<CommandDependencies, 'sessionTokens'>,
  key: UserKey,
  { client }: RequestContext,
): DrawnSession => {
  const { secret, sessionId } = sessionTokens.draw();
  const device = deviceOf(client?.userAgent ?? '');
  return {
    session: { sessionId, device: device === null ? null : key.seal('device', device) },
    started: (user, sequence) => {
      if (user.status !== 'registered') return null;
      const session = user.sessions.find((each) => each.sessionId === sessionId);
      if (!session) return null;
      const { expiresAt } = session;
      const token = sessionTokens.tokenOf({ secret, userId: user.userId, expiresAt });
      return { token, expiresAt, written: { context: 'auth', sequence } };
    },
  };
};
