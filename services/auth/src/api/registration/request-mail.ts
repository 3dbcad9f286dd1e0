// Sends a mail to an address if its user may have it; the answer is always the same.
import { isRefusal, type Refusal } from '@tradeium/contracts';
import { type Answer, answer, type RequestContext } from '@tradeium/service-kit';
import { ownerOfEmail } from '../../commands/claim-names.ts';
import type { User, UserCommand } from '../../domain/user.ts';
import { answerOnTick } from '../checks/even-timing.ts';
import { addressOf } from '../checks/password-check.ts';
import type { Dependencies } from '../dependencies.ts';

type Parts = Pick<Dependencies, 'emailClaims' | 'users' | 'claimIds' | 'mailAllowances'>;
type MailRequest = {
  readonly kind: 'verification' | 'reset';
  readonly email: string;
  readonly message: string;
};

/** `commandFor` makes a user's command; an unknown address costs the same look-up. */
export const requestMail = (
  parts: Parts,
  { kind, email, message }: MailRequest,
  request: RequestContext,
  commandFor: (userId: string, user: User) => UserCommand,
): Promise<Answer<{ message: string }> | Refusal> =>
  answerOnTick(async () => {
    const { users, claimIds, mailAllowances } = parts;
    const { commandId, correlationId } = request;
    const asked = { commandId, email, address: addressOf(request) };
    const refusal = await mailAllowances.useMail(claimIds.ofMailbox(email), kind, asked);
    if (refusal) return refusal;
    const account = (await ownerOfEmail(parts, email)) ?? claimIds.ofEmail(email);
    const ids = { commandId, userId: account, correlationId };
    const outcome = await users.change(account, (user) => commandFor(account, user), ids);
    return isRefusal(outcome) ? outcome : answer({ message });
  });
