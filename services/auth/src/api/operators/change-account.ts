// Does something that an operator orders to an account, by its id.
import { type Refusal, refuse } from '@tradeium/contracts';
import { type Answer, answer, type RequestContext } from '@tradeium/service-kit';
import { changeUser } from '../../commands/change-user.ts';
import type { UserCommand } from '../../domain/user.ts';
import type { Dependencies } from '../dependencies.ts';

type Outcome = { readonly events: readonly unknown[]; readonly sequence: number };

/** The ids of an operator's command on an account; its commits have no user, as they are not the user's. */
export const idsOf = ({ commandId, correlationId }: RequestContext) => ({ commandId, correlationId });

/** `changed` is false where nothing was left to do. */
export const changedAnswer = ({ events, sequence }: Outcome): Answer<{ changed: boolean }> =>
  answer({ changed: events.length > 0 }, { context: 'auth', sequence });

/** Decides and appends; USER_NOT_FOUND for an account that is unknown or erased. */
export const changeAccount = async (
  { users }: Pick<Dependencies, 'users'>,
  userId: string,
  command: UserCommand,
  request: RequestContext,
): Promise<Answer<{ changed: boolean }> | Refusal> => {
  const outcome = await changeUser(users, userId, command, idsOf(request));
  if (outcome.ok) return changedAnswer(outcome);
  return outcome.refusal.refused === 'NOT_FOUND' ? refuse('USER_NOT_FOUND') : outcome.refusal;
};
