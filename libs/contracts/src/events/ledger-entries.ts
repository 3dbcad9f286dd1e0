// Double entry: what each event adds to which account of a user's ledger; every event nets to zero.
import { type MicroVut, subtractMicroVut, ZERO_MICRO_VUT } from '../money.ts';
import type { AccountEvent, LedgerAccount, LedgerEntry } from './credit-account.ts';

/** The sources of credits, which also take them back. */
export type CreditSource = Extract<LedgerAccount, 'promotion' | 'payments'>;

type MoneyEvent = Extract<AccountEvent, { data: { entries: unknown } }>;

type WithoutPosting<Event> = Event extends { type: infer Type; data: infer Data }
  ? { readonly type: Type; readonly data: Omit<Data, 'entries' | 'balance'> }
  : never;

/** A fact about an account's money, before its entries are added. */
export type MoneyFact = WithoutPosting<MoneyEvent>;

const transfer = (from: LedgerAccount, to: LedgerAccount, amount: MicroVut): LedgerEntry[] =>
  amount === 0
    ? []
    : [
        [from, subtractMicroVut(ZERO_MICRO_VUT, amount)],
        [to, amount],
      ];

/** The entries of a fact; `source` is the source of the credits that a reversal takes back. */
export const entriesOf = (fact: MoneyFact, source: CreditSource = 'promotion'): LedgerEntry[] => [
  ...movesOf(fact, source),
  ...('repaid' in fact.data ? transfer('available', 'debt', fact.data.repaid ?? ZERO_MICRO_VUT) : []),
];

const movesOf = ({ type, data }: MoneyFact, source: CreditSource): LedgerEntry[] => {
  switch (type) {
    case 'CreditsGranted':
      return transfer(data.source, 'available', data.amount);
    case 'CreditsReserved':
      return transfer('available', 'reserved', data.amount);
    case 'CreditsCaptured':
      return [
        ...transfer('reserved', 'spent', data.amount),
        ...transfer('reserved', 'available', data.returned),
      ];
    case 'CreditsReleased':
      return transfer('reserved', 'available', data.amount);
    case 'CreditsRefunded':
      return transfer('spent', 'available', data.amount);
    case 'GrantReversed':
      return [
        ...transfer('available', source, data.amount),
        ...transfer('debt', source, data.debt ?? ZERO_MICRO_VUT),
      ];
    case 'PeriodRenewed':
      return transfer('promotion', 'available', data.toppedUp);
  }
};
