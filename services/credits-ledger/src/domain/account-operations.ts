// Finds what an account remembers about an operation: its content and its answer.
import {
  type AccountEvent,
  type LedgerBalance,
  type Refusal,
  refusalOfWord,
  refuse,
} from '@tradeium/contracts';
import type { AccountCommand } from './account-commands.ts';
import {
  type Account,
  balanceOf,
  type Grant,
  type RefusedOperation,
  type Reservation,
  type Settlement,
} from './account-state.ts';

const byOperation = <Entry extends { readonly operationId: string }>(
  entries: readonly Entry[],
  operationId: string,
): Entry | undefined => entries.find((entry) => entry.operationId === operationId);

export const grantOf = (account: Account, operationId: string): Grant | undefined =>
  byOperation(account.grants, operationId);

/** A reservation under way. */
export const reservationOf = (account: Account, operationId: string): Reservation | undefined =>
  byOperation(account.reservations, operationId);

export const settlementOf = (account: Account, operationId: string): Settlement | undefined =>
  byOperation(account.settlements, operationId);

export const refusedOf = (account: Account, operationId: string): RefusedOperation | undefined =>
  byOperation(account.refusals, operationId);

export const refundOf = (settlement: Settlement | undefined, operationId: string) =>
  settlement && byOperation(settlement.refunds, operationId);

/** A stored refusal, perhaps with a code of an older catalogue. */
const refusalOf = ({ refused, data }: RefusedOperation['refusal']): Refusal =>
  refusalOfWord(refused, data, 'OPERATION_REFUSED');

/** True if any operation has this id. */
export const isTaken = (account: Account, operationId: string): boolean =>
  [account.grants, account.reservations, account.settlements, account.refusals].some(
    (entries) => byOperation<{ readonly operationId: string }>(entries, operationId) !== undefined,
  ) ||
  account.grants.some(({ reversal }) => reversal?.operationId === operationId) ||
  account.settlements.some((settlement) => refundOf(settlement, operationId) !== undefined);

/** The stored refusal of a command, else null: a refusal is final. */
export const earlierRefusal = (account: Account, command: AccountCommand): Refusal | null => {
  if (!('operationId' in command)) return null;
  const { type } = command;
  if (type === 'CaptureCredits' || type === 'ReleaseCredits') return null;
  const refused = refusedOf(account, command.operationId);
  if (!refused) return null;
  const { reservation } = refused;
  const isOther =
    refused.command !== type ||
    (type === 'ReserveCredits' && reservation !== null && !isSameReservation(reservation, command));
  return isOther ? refuse('COMMAND_ID_REUSED') : refusalOf(refused.refusal);
};

type Content = Pick<Reservation, 'amount' | 'purpose' | 'expiresAt'>;

export const isSameReservation = (a: Content, b: Content): boolean =>
  a.amount === b.amount && a.purpose === b.purpose && a.expiresAt === b.expiresAt;

/** The first answer to an operation that was executed before. */
const earlierAnswer = (command: AccountCommand, account: Account): LedgerBalance | undefined => {
  switch (command.type) {
    case 'GrantCredits':
      return grantOf(account, command.operationId)?.balance;
    case 'ReserveCredits': {
      const { operationId } = command;
      const held = reservationOf(account, operationId) ?? settlementOf(account, operationId)?.reservation;
      return held?.balance;
    }
    case 'CaptureCredits':
    case 'ReleaseCredits': {
      const { operationId } = command;
      return (settlementOf(account, operationId) ?? refusedOf(account, operationId))?.balance;
    }
    case 'RefundCredits':
      return refundOf(settlementOf(account, command.refundOf), command.operationId)?.balance;
    case 'ReverseGrant':
      return (grantOf(account, command.grant)?.reversal ?? refusedOf(account, command.grant))?.balance;
    case 'ExpireReservations':
    case 'CloseAccount':
      return undefined;
  }
};

/**
 * The answer to a command: from its commit's events, new or repeated; without events, the first answer to its
 * operation. `account` is the newest state.
 */
export const answerOf = (
  command: AccountCommand,
  events: readonly AccountEvent[],
  account: Account,
): LedgerBalance | Refusal => {
  const last = events.at(-1);
  if (last?.type === 'CommandRefused') return refusalOf(last.data);
  if (last && 'balance' in last.data) return last.data.balance;
  return earlierAnswer(command, account) ?? balanceOf(account);
};
