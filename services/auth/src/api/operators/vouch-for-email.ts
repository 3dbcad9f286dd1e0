// Verifies the address of an account because an operator vouches for it: what follows is the same as after a mail.
import { isRefusal, MESSAGES, refuse } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { loadPerson } from '../../commands/load-person.ts';
import type { Dependencies } from '../dependencies.ts';
import { changedUsername } from '../registration/verify-email.ts';
import { changeAccount } from './change-account.ts';

/** The name is claimed first: after a crash in between the same command finds the name claimed. */
export const vouchForEmail = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.vouchForEmail, async ({ userId }, request) => {
    const { user, key } = await loadPerson(dependencies, userId);
    if (user.status !== 'registered' || !key) return refuse('USER_NOT_FOUND');
    const username = user.emailVerified
      ? null
      : await changedUsername(dependencies, user, request.correlationId);
    if (isRefusal(username)) return username;
    return changeAccount(dependencies, userId, { type: 'VouchForEmail', username }, request);
  });
