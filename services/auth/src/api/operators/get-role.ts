// Finds the role of an account as it is now.
import { MESSAGES } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, handler } from '@tradeium/service-kit';
import { loadPerson } from '../../commands/load-person.ts';
import { roleOf } from '../../domain/roles.ts';
import type { Dependencies } from '../dependencies.ts';

export const getRole = (dependencies: Pick<Dependencies, 'users' | 'userKeys' | 'adminEmails'>): Handler =>
  fromAggregates(
    handler(MESSAGES.getRole, async ({ userId }) => {
      const { user, key } = await loadPerson(dependencies, userId);
      if (user.status !== 'registered' || !key) return answer({ role: null });
      return answer({ role: roleOf(user, user.email, dependencies.adminEmails) });
    }),
  );
