// A person's credits as the ledger's entries make them.
import type { AccountEvent, LedgerAccount } from '@tradeium/contracts';

/** Amounts in 10⁻⁶ VUT. */
export type PersonCredits = {
  available: number;
  reserved: number;
  spent: number;
  /** Zero or below: what is owed. */
  debt: number;
  /** Given away less what was taken back, monthly top-ups included. */
  granted: number;
  /** Bought less what was taken back. */
  bought: number;
};

export const NO_CREDITS: PersonCredits = {
  available: 0,
  reserved: 0,
  spent: 0,
  debt: 0,
  granted: 0,
  bought: 0,
};

/** The ledger's accounts where credits come from go below zero by what they gave. */
export const sumOfEntries = ({ data }: AccountEvent): Record<LedgerAccount, number> => {
  const sums = { available: 0, reserved: 0, spent: 0, debt: 0, promotion: 0, payments: 0 };
  if ('entries' in data) for (const [account, amount] of data.entries) sums[account] += amount;
  return sums;
};

/** The credits after an event's entries. */
export const creditsAfter = (credits: PersonCredits, event: AccountEvent): PersonCredits => {
  const { available, reserved, spent, debt, promotion, payments } = sumOfEntries(event);
  return {
    available: credits.available + available,
    reserved: credits.reserved + reserved,
    spent: credits.spent + spent,
    debt: credits.debt + debt,
    granted: credits.granted - promotion,
    bought: credits.bought - payments,
  };
};
