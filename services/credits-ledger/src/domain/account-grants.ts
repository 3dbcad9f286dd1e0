// Decides on grants of credits and on their reversal.
import { microVutOf, type Refusal, refuse, subtractMicroVut } from '@tradeium/contracts';
import type { AccountFact, CommandOf } from './account-commands.ts';
import { grantOf, isTaken, refusedOf } from './account-operations.ts';
import type { Account } from './account-state.ts';
import { periodAt } from './period.ts';

/** The first grant opens the account. */
export const grantCredits = (
  { type: _, source = 'promotion', ...granted }: CommandOf<'GrantCredits'>,
  account: Account,
  now: string,
): AccountFact[] | Refusal => {
  const { accountId, operationId, amount, reason } = granted;
  const existing = grantOf(account, operationId);
  if (existing) {
    const isSame = existing.amount === amount && existing.source === source && existing.reason === reason;
    return isSame ? [] : refuse('COMMAND_ID_REUSED');
  }
  if (isTaken(account, operationId)) return refuse('COMMAND_ID_REUSED');
  if (account.isClosed) return refuse('ACCOUNT_CLOSED');
  const { available, reserved, spent } = account.balances;
  if (!Number.isSafeInteger(available + reserved + spent + amount))
    return refuse('INVALID_REQUEST', { problem: 'amount: more than an account can hold' });
  const fact: AccountFact = { type: 'CreditsGranted', data: { ...granted, source } };
  if (account.openedAt !== null) return [fact];
  return [{ type: 'AccountOpened', data: { accountId, ...periodAt(now, now) } }, fact];
};

/** Takes a grant back, wholly: what of it is held or used by now is owed. */
export const reverseGrant = (
  { type: _, ...reversed }: CommandOf<'ReverseGrant'>,
  account: Account,
): AccountFact[] | Refusal => {
  const { operationId, reason } = reversed;
  const grant = grantOf(account, reversed.grant);
  if (grant?.reversal?.operationId === operationId)
    return grant.reversal.reason === reason ? [] : refuse('COMMAND_ID_REUSED');
  if (isTaken(account, operationId)) return refuse('COMMAND_ID_REUSED');
  if (refusedOf(account, reversed.grant)?.command === 'GrantCredits') return [];
  if (!grant) return refuse('OPERATION_UNKNOWN');
  if (grant.reversal) return refuse('REFUND_EXCEEDS_CHARGE');
  const { available } = account.balances;
  const amount = microVutOf(Math.min(available, grant.amount));
  const debt = subtractMicroVut(grant.amount, amount);
  const data = { ...reversed, amount, ...(debt > 0 && { debt }) };
  return [{ type: 'GrantReversed', data }];
};
