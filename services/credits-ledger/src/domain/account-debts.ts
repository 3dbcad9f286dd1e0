// A user's debts: credits that were taken back while they were held or used. New credits pay the oldest debt first.
import {
  type AccountEvent,
  type LedgerEntry,
  type MicroVut,
  microVutOf,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import { addEntries, type Balances, NO_BALANCES } from './account-balances.ts';

/** The rest to pay of one grant that was taken back. */
export type Debt = { readonly grant: string; readonly owed: MicroVut };

/** Everything that is owed. */
export const owedOf = ({ debt }: Balances): MicroVut => microVutOf(Math.max(0, -debt));

/** The debt of one grant. */
export const owedForGrant = (debts: readonly Debt[], grant: string): MicroVut =>
  debts.find((debt) => debt.grant === grant)?.owed ?? ZERO_MICRO_VUT;

/** How much of what these entries make available pays debts. */
export const repaymentOf = (balances: Balances, entries: readonly LedgerEntry[]): MicroVut =>
  microVutOf(Math.max(0, Math.min(owedOf(balances), addEntries(NO_BALANCES, entries).available)));

/** The part of an event's credits that paid debts. */
export const repaidBy = ({ data }: AccountEvent): MicroVut =>
  ('repaid' in data && data.repaid) || ZERO_MICRO_VUT;

/** The debts after an event: it pays the oldest first, or makes another one. */
export const debtsAfter = (debts: readonly Debt[], event: AccountEvent): readonly Debt[] => {
  const { type, data } = event;
  if (type === 'GrantReversed') return data.debt ? [...debts, { grant: data.grant, owed: data.debt }] : debts;
  return payDebts(debts, repaidBy(event));
};

const payDebts = (debts: readonly Debt[], repaid: MicroVut): readonly Debt[] => {
  if (repaid === 0) return debts;
  let left: number = repaid;
  return debts.flatMap(({ grant, owed }) => {
    const paid = Math.min(owed, left);
    left -= paid;
    return paid === owed ? [] : [{ grant, owed: microVutOf(owed - paid) }];
  });
};
