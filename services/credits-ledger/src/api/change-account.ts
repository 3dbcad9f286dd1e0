// Executes a command on a credit account and answers with what the account holds after it.
import type { MicroVut, Refusal } from '@tradeium/contracts';
import { type Answer, answer, type RequestContext } from '@tradeium/service-kit';
import { type AccountCommand, decideAccount } from '../domain/account.ts';
import type { Dependencies } from './dependencies.ts';

type Balance = { readonly available: MicroVut; readonly reserved: MicroVut };

/** Decides and appends; the same command id or operation again changes nothing. */
export const changeAccount = async (
  { accounts }: Pick<Dependencies, 'accounts'>,
  command: AccountCommand,
  { commandId, userId, correlationId, causationId }: RequestContext,
): Promise<Answer<Balance> | Refusal> => {
  const outcome = await accounts.execute(
    command.accountId,
    { commandId, input: command, userId, correlationId, causationId },
    (account, now) => decideAccount(command, account, now),
  );
  if (!outcome.ok) return outcome.refusal;
  const { available, reserved } = outcome.state;
  return answer({ available, reserved }, { context: 'credits', sequence: outcome.sequence });
};
