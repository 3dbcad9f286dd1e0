// Sends a mail to an address if its user may have it; the answer is always the same.
import type { Refusal } from '@tradeium/contracts';
import { type Answer, answer, type RequestContext } from '@tradeium/service-kit';
import { changeUser } from '../commands/change-user.ts';
import type { User, UserCommand } from '../domain/user.ts';
import type { Dependencies } from './dependencies.ts';
import { answerOnTick } from './even-timing.ts';

/** `commandFor` makes a user's command; an unknown address costs the same look-up. */
export const requestMail = (
  { emailClaims, users, claimIds }: Pick<Dependencies, 'emailClaims' | 'users' | 'claimIds'>,
  { email, message }: Readonly<{ email: string; message: string }>,
  { commandId, correlationId }: RequestContext,
  commandFor: (userId: string, user: User) => UserCommand,
): Promise<Answer<{ message: string }> | Refusal> =>
  answerOnTick(async () => {
    const claimId = claimIds.ofEmail(email);
    const { userId } = (await emailClaims.load(claimId)).state;
    const account = userId ?? claimId;
    const ids = { commandId, userId: account, correlationId };
    const outcome = await changeUser(users, account, (user) => commandFor(account, user), ids);
    return outcome.ok ? answer({ message }) : outcome.refusal;
  });
