// Operators for whole-system tests: users who are given a role as the command line gives it.
import { MESSAGES, type OperatorRole } from '@tradeium/contracts';
import type { OperatorAccess } from '../scripts/running-system.ts';
import { type ApiUrls, type RegisteredUser, registerUser } from './api-client.ts';
import { openBus } from './bus.ts';

type Urls = ApiUrls & OperatorAccess;

/** Gives a registered user a role in place of any other. */
export const giveRole = async (
  running: OperatorAccess,
  { email, userId }: Pick<RegisteredUser, 'email' | 'userId'>,
  role: OperatorRole,
): Promise<void> => {
  const bus = await openBus(running, userId);
  try {
    await bus.ask(MESSAGES.grantAdmin, { email, role });
  } finally {
    await bus.close();
  }
};

/** Registers a new user with a role. */
export const registerOperator = async (urls: Urls, role: OperatorRole): Promise<RegisteredUser> => {
  const operator = await registerUser(urls);
  await giveRole(urls, operator, role);
  return operator;
};
