// Requests the verification mail again, without revealing whether the account exists.
import { messageOf } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { nextVerification } from '../../domain/registration-decisions.ts';
import type { Dependencies } from '../dependencies.ts';
import { requestMail } from './request-mail.ts';

const MESSAGE = 'If this address still has to be verified, an email is on its way.';

export const resendVerification = (dependencies: Dependencies): Handler =>
  handler(messageOf('resendVerification'), ({ email }, request) =>
    requestMail(dependencies, { kind: 'verification', email, message: MESSAGE }, request, (userId, user) => ({
      type: 'RequestVerification',
      token: dependencies.verificationTokens.issue(userId, nextVerification(user)),
    })),
  );
