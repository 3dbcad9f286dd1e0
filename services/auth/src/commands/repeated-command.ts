// Finds the outcome of a repeated command, so that it gets its first answer again.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import type { Command, Outcome } from '@tradeium/event-store';
import type { User } from '../domain/user.ts';
import type { Users } from './dependencies.ts';

/** The outcome of a command that was executed before; null for a new one; COMMAND_ID_REUSED when its input differs. */
export const repeatedOutcome = async (
  users: Pick<Users, 'execute'>,
  userId: string,
  ids: Command,
): Promise<Extract<Outcome<User, UserEvent>, { ok: true }> | Refusal | null> => {
  const outcome = await users.execute(userId, ids, () => []);
  if (!outcome.ok) return outcome.refusal;
  return outcome.repeated ? outcome : null;
};
