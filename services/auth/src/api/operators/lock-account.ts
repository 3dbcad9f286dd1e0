// Locks an account, which ends its sessions and access tokens, and unlocks it, which revives none of them.
import { isRefusal, MESSAGES } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { changeStaff } from '../../commands/keep-staff.ts';
import type { Dependencies } from '../dependencies.ts';
import { changedAnswer, idsOf } from './change-account.ts';

export const lockAccount = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.lockAccount, async ({ userId, evenLast }, request) => {
    const how = { ...idsOf(request), evenLast };
    const outcome = await changeStaff(dependencies, userId, { type: 'LockUser' }, how);
    return isRefusal(outcome) ? outcome : changedAnswer(outcome);
  });

export const unlockAccount = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.unlockAccount, async ({ userId }, request) => {
    const how = { ...idsOf(request), evenLast: true };
    const outcome = await changeStaff(dependencies, userId, { type: 'UnlockUser' }, how);
    return isRefusal(outcome) ? outcome : changedAnswer(outcome);
  });
