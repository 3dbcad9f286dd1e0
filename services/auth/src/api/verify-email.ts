// Verifies an e-mail address with the token of its mail.
import { messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, handler } from '@tradeium/service-kit';
import { decideUser } from '../domain/user.ts';
import type { Dependencies } from './dependencies.ts';

export const verifyEmail = ({
  users,
  verificationTokens,
}: Pick<Dependencies, 'users' | 'verificationTokens'>): Handler =>
  handler(messageOf('verifyEmail'), async ({ token }, { commandId, correlationId }) => {
    const verification = verificationTokens.read(token);
    if (!verification) return refuse('VERIFICATION_TOKEN_INVALID');
    const { userId } = verification;
    const outcome = await users.execute(userId, { commandId, userId, correlationId }, (user, now) =>
      decideUser({ type: 'VerifyEmail', ...verification }, user, now),
    );
    if (!outcome.ok) return outcome.refusal;
    return answer(
      { message: 'Your email address is verified. You can log in now.' },
      { context: 'auth', sequence: outcome.sequence },
    );
  });
