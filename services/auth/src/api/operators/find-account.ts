// Finds an account by its address, for the command line.
import { MESSAGES, refuse } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, handler } from '@tradeium/service-kit';
import { findUser } from '../checks/find-user.ts';
import type { Dependencies } from '../dependencies.ts';

export const findAccount = (dependencies: Dependencies): Handler =>
  fromAggregates(
    handler(MESSAGES.findAccount, async ({ email }) => {
      const { found } = await findUser(dependencies, email);
      return found ? answer({ userId: found.user.userId }) : refuse('USER_NOT_FOUND');
    }),
  );
