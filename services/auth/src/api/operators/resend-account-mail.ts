// Sends an account's verification mail or a password reset, and says why not where its user may not have it.
import { isRefusal, MESSAGES, type Refusal, refuse } from '@tradeium/contracts';
import { type Handler, handler } from '@tradeium/service-kit';
import { loadPerson } from '../../commands/load-person.ts';
import { mailRefusal } from '../../domain/operator-decisions.ts';
import { nextReset } from '../../domain/profile-decisions.ts';
import { nextVerification } from '../../domain/registration-decisions.ts';
import { decideUser, type User, type UserCommand } from '../../domain/user.ts';
import type { Dependencies } from '../dependencies.ts';
import { changedAnswer, idsOf } from './change-account.ts';

type Mail = 'verification' | 'password-reset';

/** An operator is not one of the strangers whose networks are limited. */
const OPERATORS_ADDRESS = '127.0.0.1';

const commandFor = (
  { verificationTokens, resetTokens }: Dependencies,
  userId: string,
  user: User,
  mail: Mail,
): UserCommand => {
  const verification = verificationTokens.issue(userId, nextVerification(user));
  if (mail === 'verification') return { type: 'RequestVerification', token: verification };
  return { type: 'RequestPasswordReset', reset: resetTokens.issue(userId, nextReset(user)), verification };
};

export const resendAccountMail = (dependencies: Dependencies): Handler =>
  handler(MESSAGES.resendAccountMail, async ({ userId, mail }, request) => {
    const { users, claimIds, mailAllowances, now } = dependencies;
    const ids = idsOf(request);
    const first = await users.earlier(userId, ids);
    if (isRefusal(first)) return first;
    if (first.isRepeated) return changedAnswer(first);
    const { user, key } = await loadPerson(dependencies, userId);
    if (user.status !== 'registered' || !key) return refuse('USER_NOT_FOUND');
    const refusalNow = (state: User): Refusal | undefined =>
      mailRefusal(
        state,
        mail,
        decideUser(commandFor(dependencies, userId, state, mail), state, now().toISOString()),
      );
    const { email } = user;
    const asked = { commandId: request.commandId, email, address: OPERATORS_ADDRESS };
    const kind = mail === 'verification' ? 'verification' : 'reset';
    const refusal =
      refusalNow(user) ?? (await mailAllowances.useMail(claimIds.ofMailbox(email), kind, asked));
    if (refusal) return refusal;
    const outcome = await users.change(userId, (state) => commandFor(dependencies, userId, state, mail), ids);
    if (isRefusal(outcome)) return outcome;
    if (outcome.events.length === 0) return refusalNow(outcome.state) ?? changedAnswer(outcome);
    return changedAnswer(outcome);
  });
