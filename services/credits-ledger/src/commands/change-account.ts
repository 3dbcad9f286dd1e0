// Executes a command on a credit account and answers with the balance after it, even when repeated.
import { isRefusal, type LedgerBalance, type Refusal } from '@tradeium/contracts';
import type { CommandIds } from '@tradeium/event-store';
import { type Answer, answer } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import type { AccountCommand } from '../domain/account-commands.ts';
import { answerOf } from '../domain/account-operations.ts';

/** Repeating the command id or operation changes nothing. A refusal is final. */
export const changeAccount = async (
  accounts: Pick<Stores['accounts'], 'change'>,
  command: AccountCommand,
  ids: CommandIds,
): Promise<Answer<LedgerBalance> | Refusal> => {
  const change = await accounts.change(command.accountId, command, { ...ids, input: command });
  if (isRefusal(change)) return change;
  const result = answerOf(command, change.events, change.state);
  return isRefusal(result) ? result : answer(result, change.written);
};
