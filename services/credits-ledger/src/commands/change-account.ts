// Executes a command on a credit account and answers with the balance after it, even when repeated.
import { type AccountEvent, isRefusal, type LedgerBalance, type Refusal } from '@tradeium/contracts';
import type { Aggregates, CommandIds, Outcome } from '@tradeium/event-store';
import { type Answer, answer } from '@tradeium/service-kit';
import { type Account, decideAccount } from '../domain/account.ts';
import type { AccountCommand } from '../domain/account-commands.ts';
import { answerOf } from '../domain/account-operations.ts';

export type Accounts = Aggregates<Account, AccountEvent>;

/** Decides and appends. */
export const decideOn = (
  accounts: Pick<Accounts, 'execute'>,
  command: AccountCommand,
  ids: CommandIds & { readonly input?: unknown },
): Promise<Outcome<Account, AccountEvent>> =>
  accounts.execute(command.accountId, ids, (account, now) => decideAccount(command, account, now));

/** The same with an answer; repeating the command id or operation changes nothing. A refusal is final. */
export const changeAccount = async (
  accounts: Pick<Accounts, 'execute'>,
  command: AccountCommand,
  { commandId, userId, correlationId, causationId }: CommandIds,
): Promise<Answer<LedgerBalance> | Refusal> => {
  const ids = { commandId, input: command, userId, correlationId, causationId };
  const outcome = await decideOn(accounts, command, ids);
  if (!outcome.ok) return outcome.refusal;
  const result = answerOf(command, outcome.events, outcome.state);
  return isRefusal(result) ? result : answer(result, { context: 'credits', sequence: outcome.sequence });
};
