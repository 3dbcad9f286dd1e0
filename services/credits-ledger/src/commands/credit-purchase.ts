// Adds the credits of a purchase, or takes them back; where the account is closed, the money is held for an operator.
import { isRefusal, type Refusal } from '@tradeium/contracts';
import type { CommandIds } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';
import type { AccountCommand, CommandOf } from '../domain/account-commands.ts';
import { changeAccount } from './change-account.ts';

export type Crediting = {
  readonly accounts: Pick<Stores['accounts'], 'change'>;
  readonly payments: Pick<Stores['payments'], 'change'>;
};

/** The payment determines the operation's id, so that a repeated event counts once. */
export type CreditCommand = Extract<AccountCommand, CommandOf<'GrantCredits' | 'ReverseGrant'>>;

export const creditPurchase = async (
  { accounts, payments }: Crediting,
  paymentId: string,
  command: CreditCommand,
  causedBy: Omit<CommandIds, 'commandId'>,
): Promise<Refusal | undefined> => {
  const { operationId: commandId, accountId: userId } = command;
  const result = await changeAccount(accounts, command, { ...causedBy, commandId, userId });
  if (!isRefusal(result)) return undefined;
  // An operator took them back before the money went.
  if (command.type === 'ReverseGrant' && result.refused === 'REFUND_EXCEEDS_CHARGE') return undefined;
  if (result.refused !== 'ACCOUNT_CLOSED') return result;
  // The user is gone but the money is here: an operator has to refund it.
  const hold = { type: 'HoldSettledPayment', paymentId, reason: 'account-closed' } as const;
  const held = await payments.change(paymentId, hold, { ...causedBy, commandId: `hold:${paymentId}` });
  return isRefusal(held) ? held : undefined;
};
