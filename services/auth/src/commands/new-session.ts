// Makes a new session for a browser: its secret, its id, and the name of the browser.
import type { Written } from '@tradeium/event-store';
import type { RequestContext } from '@tradeium/service-kit';
import { deviceOf } from '../domain/device.ts';
import type { NewSession } from '../domain/session-decisions.ts';
import type { User } from '../domain/user.ts';
import type { CommandDependencies } from './dependencies.ts';

export type StartedSession = {
  readonly token: string;
  readonly expiresAt: string;
  readonly written: Written;
};

export type DrawnSession = {
  readonly session: NewSession;
  /** The session for the browser once the user has it; null when it was not started. */
  started(user: User, written: Written): StartedSession | null;
};

/** Creates a session with an id that cannot be guessed. */
export const drawSession = (
  { sessionTokens }: Pick<CommandDependencies, 'sessionTokens'>,
  { client }: RequestContext,
): DrawnSession => {
  const { secret, sessionId } = sessionTokens.draw();
  return {
    session: { sessionId, device: deviceOf(client?.userAgent ?? '') },
    started: (user, written) => {
      if (user.status !== 'registered') return null;
      const session = user.sessions.find((each) => each.sessionId === sessionId);
      if (!session) return null;
      const { expiresAt } = session;
      const token = sessionTokens.tokenOf({ secret, userId: user.userId, expiresAt });
      return { token, expiresAt, written };
    },
  };
};
