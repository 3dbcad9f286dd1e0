// Does something that an operator orders to an account, by its id.
import { isRefusal, type Refusal, refuse } from '@tradeium/contracts';
import { type Answer, answer, type RequestContext } from '@tradeium/service-kit';
import type { UserChange } from '../../commands/dependencies.ts';
import type { UserCommand } from '../../domain/user.ts';
import type { Dependencies } from '../dependencies.ts';

/** The ids of an operator's command on an account; its commits have no user, as they are not the user's. */
export const idsOf = ({ commandId, correlationId }: RequestContext) => ({ commandId, correlationId });

/** `changed` is false where nothing was left to do. */
export const changedAnswer = ({ events, written }: UserChange): Answer<{ changed: boolean }> =>
  answer({ changed: events.length > 0 }, written);

/** Decides and appends; USER_NOT_FOUND for an account that is unknown or erased. */
export const changeAccount = async (
  { users }: Pick<Dependencies, 'users'>,
  userId: string,
  command: UserCommand,
  request: RequestContext,
): Promise<Answer<{ changed: boolean }> | Refusal> => {
  const outcome = await users.change(userId, command, idsOf(request));
  if (!isRefusal(outcome)) return changedAnswer(outcome);
  return outcome.refused === 'NOT_FOUND' ? refuse('USER_NOT_FOUND') : outcome;
};
