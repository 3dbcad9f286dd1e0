// Starts a session for a user who may have one, and makes the token that stands for it.

import { randomBytes } from 'node:crypto';
import type { Refusal } from '@tradeium/contracts';
import type { RequestContext, Written } from '@tradeium/service-kit';
import { decideSession } from '../domain/session.ts';
import type { Dependencies } from './dependencies.ts';

export type StartedSession = {
  readonly token: string;
  readonly expiresAt: string;
  readonly written: Written;
};

const SESSION_ID_BYTES = 24;

/** Each call is a new session, whose id nobody can guess. */
export const startSession = async (
  { sessions, sessionTokens }: Pick<Dependencies, 'sessions' | 'sessionTokens'>,
  userId: string,
  { commandId, correlationId }: RequestContext,
): Promise<StartedSession | Refusal> => {
  const sessionId = randomBytes(SESSION_ID_BYTES).toString('base64url');
  const outcome = await sessions.execute(sessionId, { commandId, userId, correlationId }, (session, now) =>
    decideSession({ type: 'StartSession', sessionId, userId }, session, now),
  );
  if (!outcome.ok) return outcome.refusal;
  if (outcome.state.status === 'unknown') throw new Error('a session was not started');
  const { expiresAt } = outcome.state;
  const token = sessionTokens.tokenOf({ sessionId, userId, expiresAt });
  return { token, expiresAt, written: { context: 'auth', sequence: outcome.sequence } };
};
