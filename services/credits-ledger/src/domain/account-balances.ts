// The balances of a user's double entry, and how entries change them.
import {
  addMicroVut,
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  type LedgerEntry,
  type MicroVut,
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
};

/** The balances after these entries. */
export const addEntries = (balances: Balances, entries: readonly LedgerEntry[]): Balances => {
  const after = { ...balances };
  for (const [account, amount] of entries) after[account] = addMicroVut(after[account], amount);
  return after;
};

/** 0 unless the books are wrong. */
export const sumOf = (balances: Balances): number =>
  LEDGER_ACCOUNTS.reduce((sum, account) => sum + balances[account], 0);
