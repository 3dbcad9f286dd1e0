// Requests a password reset mail, without revealing whether the account exists.
import { messageOf } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { nextReset } from '../../domain/profile-decisions.ts';
import { nextVerification } from '../../domain/registration-decisions.ts';
import type { Dependencies } from '../dependencies.ts';
import { requestMail } from './request-mail.ts';

const MESSAGE = 'If there is an account with this address, an email is on its way.';

/** An unverified address gets its verification mail instead: a reset proves no address. */
export const requestPasswordReset = (dependencies: Dependencies): Handler =>
  handler(messageOf('requestPasswordReset'), ({ email }, request) =>
    requestMail(dependencies, { kind: 'reset', email, message: MESSAGE }, request, (userId, user) => ({
      type: 'RequestPasswordReset',
      reset: dependencies.resetTokens.issue(userId, nextReset(user)),
      verification: dependencies.verificationTokens.issue(userId, nextVerification(user)),
    })),
  );
