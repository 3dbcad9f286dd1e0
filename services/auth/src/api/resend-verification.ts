// Requests the verification mail again, without telling whether there is such an account.
import { messageOf } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { decideUser, nextIssue } from '../domain/user.ts';
import type { Dependencies } from './dependencies.ts';

const ANSWER = { message: 'If this address still has to be verified, an email is on its way.' };

export const resendVerification = ({
  emailClaims,
  users,
  claimIds,
  verificationTokens,
}: Pick<Dependencies, 'emailClaims' | 'users' | 'claimIds' | 'verificationTokens'>): Handler =>
  handler(messageOf('resendVerification'), async ({ email }, { commandId, correlationId }) => {
    const { userId } = (await emailClaims.load(claimIds.ofEmail(email))).state;
    if (userId === null) return answer(ANSWER);
    const outcome = await users.execute(userId, { commandId, userId, correlationId }, (user, now) => {
      const tokenHash = verificationTokens.hashOf(userId, nextIssue(user));
      return decideUser({ type: 'RequestVerification', userId, tokenHash }, user, now);
    });
    return outcome.ok ? answer(ANSWER) : outcome.refusal;
  });
