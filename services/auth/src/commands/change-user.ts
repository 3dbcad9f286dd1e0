// Executes a command on a user, and finds the outcome of a repeated one.
import { isRefusal, type Refusal, type UserEvent } from '@tradeium/contracts';
import type { Command, Outcome } from '@tradeium/event-store';
import { decideUser, type User, type UserCommand } from '../domain/user.ts';
import type { Users } from './dependencies.ts';

/**
 * Loads, decides and appends. A command that depends on the user's state, such as one with the next token, is given as
 * a function, which may refuse. With `input` in the ids, the same command id with other input is refused.
 */
export const changeUser = (
  users: Pick<Users, 'execute'>,
  userId: string,
  command: UserCommand | ((user: User) => UserCommand | Refusal),
  ids: Command,
): Promise<Outcome<User, UserEvent>> =>
  users.execute(userId, ids, (user, now) => {
    const asked = typeof command === 'function' ? command(user) : command;
    return isRefusal(asked) ? asked : decideUser(asked, user, now);
  });

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
