// The balances of a user's double entry and the use of a period, and how events change them.
import {
  type AccountEvent,
  addMicroVut,
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  type LedgerEntry,
  type MicroVut,
  microVutOf,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';

/** The balance of each account, in 10⁻⁶ VUT; the sum is always 0. */
export type Balances = Readonly<Record<LedgerAccount, MicroVut>>;

export const NO_BALANCES: Balances = {
  available: ZERO_MICRO_VUT,
  reserved: ZERO_MICRO_VUT,
  spent: ZERO_MICRO_VUT,
  promotion: ZERO_MICRO_VUT,
  payments: ZERO_MICRO_VUT,
  debt: ZERO_MICRO_VUT,
};

/** The balances after these entries. */
export const addEntries = (balances: Balances, entries: readonly LedgerEntry[]): Balances => {
  const after = { ...balances };
  for (const [account, amount] of entries) after[account] = addMicroVut(after[account], amount);
  return after;
};

/** The used part of a period after an event. Refunded credits count as unused, though not in earlier periods. */
export const usedAfter = (used: MicroVut, { type, data }: AccountEvent): MicroVut => {
  if (type === 'PeriodRenewed') return ZERO_MICRO_VUT;
  if (type === 'CreditsCaptured') return addMicroVut(used, data.amount);
  return type === 'CreditsRefunded' ? microVutOf(Math.max(0, used - data.amount)) : used;
};

/** 0 unless the books are wrong. */
export const sumOf = (balances: Balances): number =>
  LEDGER_ACCOUNTS.reduce((sum, account) => sum + balances[account], 0);
