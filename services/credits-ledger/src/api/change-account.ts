// Executes a command on a credit account and answers with what the account held after it, now or at the first time.
import { isRefusal, type LedgerBalance, type Refusal } from '@tradeium/contracts';
import { type Answer, answer, type RequestContext } from '@tradeium/service-kit';
import { type AccountCommand, decideAccount } from '../domain/account.ts';
import { answerOf } from '../domain/account-operations.ts';
import type { Dependencies } from './dependencies.ts';

/** Decides and appends; the same command id or operation again changes nothing. What was refused stays refused. */
export const changeAccount = async (
  { accounts }: Pick<Dependencies, 'accounts'>,
  command: AccountCommand,
  { commandId, userId, correlationId, causationId }: RequestContext,
): Promise<Answer<LedgerBalance> | Refusal> => {
  const outcome = await accounts.execute(
    command.accountId,
    { commandId, input: command, userId, correlationId, causationId },
    (account, now) => decideAccount(command, account, now),
  );
  if (!outcome.ok) return outcome.refusal;
  const told = answerOf(command, outcome.events, outcome.state);
  return isRefusal(told) ? told : answer(told, { context: 'credits', sequence: outcome.sequence });
};
