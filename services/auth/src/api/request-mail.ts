// Has a mail sent to an address if its user may have it, and answers everybody alike.
import type { Refusal, UserEvent } from '@tradeium/contracts';
import type { Decide } from '@tradeium/event-store';
import { type Answer, answer, type RequestContext } from '@tradeium/service-kit';
import type { User } from '../domain/user.ts';
import type { Dependencies } from './dependencies.ts';
import { answerOnBeat } from './steady-answer.ts';

/** `decideFor` is asked for a user's decision; an address that nobody has costs the same look at a user. */
export const requestMail = (
  { emailClaims, users, claimIds }: Pick<Dependencies, 'emailClaims' | 'users' | 'claimIds'>,
  { email, message }: Readonly<{ email: string; message: string }>,
  { commandId, correlationId }: RequestContext,
  decideFor: (userId: string) => Decide<User, UserEvent>,
): Promise<Answer<{ message: string }> | Refusal> =>
  answerOnBeat(async () => {
    const claimId = claimIds.ofEmail(email);
    const { userId } = (await emailClaims.load(claimId)).state;
    const account = userId ?? claimId;
    const outcome = await users.execute(
      account,
      { commandId, userId: account, correlationId },
      decideFor(account),
    );
    return outcome.ok ? answer({ message }) : outcome.refusal;
  });
