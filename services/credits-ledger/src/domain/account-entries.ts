// Double entry: what each event adds to which account of a user's ledger, so that every event nets to zero.
import {
  type AccountEvent,
  addMicroVut,
  LEDGER_ACCOUNTS,
  type LedgerAccount,
  type LedgerEntry,
  type MicroVut,
  subtractMicroVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';

/** What is in each account, in 10⁻⁶ VUT; the sum is always 0. */
export type Balances = Readonly<Record<LedgerAccount, MicroVut>>;

/** Where credits come from, and where they go back to. */
export type CreditSource = Extract<LedgerAccount, 'promotion' | 'payments'>;

type MoneyEvent = Extract<AccountEvent, { data: { entries: unknown } }>;

type WithoutPosting<Event> = Event extends { type: infer Type; data: infer Data }
  ? { readonly type: Type; readonly data: Omit<Data, 'entries' | 'balance'> }
  : never;

/** What happens to the money of an account, before it is said what that adds where. */
export type MoneyFact = WithoutPosting<MoneyEvent>;

export const NO_BALANCES: Balances = {
  available: ZERO_MICRO_VUT,
  reserved: ZERO_MICRO_VUT,
  spent: ZERO_MICRO_VUT,
  promotion: ZERO_MICRO_VUT,
  payments: ZERO_MICRO_VUT,
};

const transfer = (from: LedgerAccount, to: LedgerAccount, amount: MicroVut): LedgerEntry[] =>
  amount === 0
    ? []
    : [
        [from, subtractMicroVut(ZERO_MICRO_VUT, amount)],
        [to, amount],
      ];

/** The entries of what happens; `source` is where the credits came from that a reversal takes back. */
export const entriesOf = ({ type, data }: MoneyFact, source: CreditSource = 'promotion'): LedgerEntry[] => {
  switch (type) {
    case 'CreditsGranted':
      return transfer(data.source ?? 'promotion', 'available', data.amount);
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
      return transfer('available', source, data.amount);
    case 'PeriodRenewed':
      return transfer('promotion', 'available', data.toppedUp);
  }
};

/** The balances after these entries. */
export const addEntries = (balances: Balances, entries: readonly LedgerEntry[]): Balances => {
  const after = { ...balances };
  for (const [account, amount] of entries) after[account] = addMicroVut(after[account], amount);
  return after;
};

/** 0 in every ledger that is in order. */
export const sumOf = (balances: Balances): number =>
  LEDGER_ACCOUNTS.reduce((sum, account) => sum + balances[account], 0);

type WrittenEvent = { type: string; data: Record<string, unknown> };

const BEFORE_DOUBLE_ENTRY: readonly string[] = [
  'CreditsGranted',
  'CreditsReserved',
  'CreditsCaptured',
  'CreditsReleased',
  'PeriodRenewed',
] satisfies MoneyFact['type'][];

/** Events from before double entry lack their entries, which follow from their amounts. */
export const upcastAccountEvent = (written: WrittenEvent): WrittenEvent =>
  'entries' in written.data || !BEFORE_DOUBLE_ENTRY.includes(written.type)
    ? written
    : { ...written, data: { ...written.data, entries: entriesOf(written as unknown as MoneyFact) } };
