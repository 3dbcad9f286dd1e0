// Audits debts: each is what was taken back and was not available, and is paid before anything else.
import type { AccountEvent } from '@tradeium/contracts';
import type { Balances } from '../domain/account-balances.ts';
import { type Debt, debtsAfter, owedOf, repaidBy, repaymentOf } from '../domain/account-debts.ts';
import type { Findings } from './findings.ts';

/** A grant that was taken back and is not paid back yet: under review. */
export type OpenDebt = Debt & { readonly accountId: string };

/** Records what an event changes; the balances are those before and after it. */
export const auditDebts = (
  findings: Findings,
  books: { debts: readonly Debt[] },
  event: AccountEvent,
  { before, after, where }: { before: Balances; after: Balances; where: string },
): void => {
  const faults = [...faultsOf(event, before, after)];
  if (faults.length > 0 || after.debt !== before.debt) findings.count('debts');
  books.debts = debtsAfter(books.debts, event);
  const owed = books.debts.reduce((sum, debt) => sum + debt.owed, 0);
  if (owed !== -after.debt)
    faults.push(`owes ${-after.debt}, and ${owed} of what was taken back is left to pay`);
  for (const fault of faults) findings.problem('debts', `${where}: ${fault}`);
};

function* faultsOf(event: AccountEvent, before: Balances, after: Balances): Generator<string> {
  const { type, data } = event;
  if (!('entries' in data)) return;
  const owed = owedOf(before);
  if (type === 'CreditsReserved' && owed > 0) yield `holds ${data.amount} while ${owed} is owed`;
  if (after.debt < 0 && after.available > 0)
    yield `leaves ${after.available} available while ${-after.debt} is owed`;
  const incoming = data.entries.filter(([name, amount]) => name === 'available' && amount > 0);
  const due = repaymentOf(before, incoming);
  const repaid = repaidBy(event);
  if (repaid !== due) yield `pays ${repaid} of a debt, due was ${due}`;
}
