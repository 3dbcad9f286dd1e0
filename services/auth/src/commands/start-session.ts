// Starts a session after a correct password, and makes its token.
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import type { RequestContext } from '@tradeium/service-kit';
import type { CodeProof } from '../domain/second-factor.ts';
import type { RegisteredUser } from '../domain/user-state.ts';
import type { CommandDependencies } from './dependencies.ts';
import { drawSession, type StartedSession } from './new-session.ts';

/** Each call starts a new session. Refused when the password has changed, or the user was deleted, since the check. */
export const startSession = async (
  dependencies: Pick<CommandDependencies, 'users' | 'sessionTokens'>,
  { userId, passwordHash }: RegisteredUser,
  request: RequestContext,
  proof: CodeProof | null = null,
): Promise<StartedSession | Refusal> => {
  const { correlationId } = request;
  const { session, started } = drawSession(dependencies, request);
  const ids = { commandId: `login:${session.sessionId}`, userId, correlationId };
  const outcome = await dependencies.users.change(
    userId,
    { type: 'StartSession', session, passwordHash, proof },
    ids,
  );
  if (isRefusal(outcome)) return outcome;
  return started(outcome.state, outcome.written) ?? refuse('INVALID_CREDENTIALS');
};
