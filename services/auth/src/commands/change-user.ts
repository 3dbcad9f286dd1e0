// Executes a command on a user.
import type { UserEvent } from '@tradeium/contracts';
import type { Command, Outcome } from '@tradeium/event-store';
import { decideUser, type User, type UserCommand } from '../domain/user.ts';
import type { Users } from './dependencies.ts';

/**
 * Loads, decides and appends. A command that depends on the user's state, such as one with the next token, is given as
 * a function. With `input` in the ids, the same command id with other input is refused.
 */
export const changeUser = (
  users: Pick<Users, 'execute'>,
  userId: string,
  command: UserCommand | ((user: User) => UserCommand),
  ids: Command,
): Promise<Outcome<User, UserEvent>> =>
  users.execute(userId, ids, (user, now) =>
    decideUser(typeof command === 'function' ? command(user) : command, user, now),
  );
