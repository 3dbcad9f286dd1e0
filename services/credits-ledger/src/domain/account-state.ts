// The state of a credit account: the balances of the double entry, and the operations it remembers.
import {
  type AccountEvent,
  type CreditSource,
  type LedgerBalance,
  type MicroVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import { addEntries, type Balances, NO_BALANCES, usedAfter } from './account-balances.ts';
import { type Debt, debtsAfter, owedOf } from './account-debts.ts';

export type DataOf<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>['data'];

/** The answer to an operation, the same every time. */
type Answered = { readonly operationId: string; readonly balance: LedgerBalance };

export type Grant = Answered & {
  readonly amount: MicroVut;
  readonly source: CreditSource;
  readonly reason: string;
  readonly reversal: (Answered & { readonly reason: string }) | null;
};

type ReservationContent = Pick<DataOf<'CreditsReserved'>, 'amount' | 'purpose' | 'expiresAt'>;
export type Reservation = Answered & ReservationContent;

export type Refund = Answered & { readonly amount: MicroVut; readonly reason: string };

/** How a reservation ended: `captured` was used, the rest became available again. */
export type Settlement = Answered & {
  /** Null when the release came before the reservation. */
  readonly reservation: Reservation | null;
  readonly outcome: 'captured' | 'released' | 'expired';
  readonly captured: MicroVut;
  readonly refunds: readonly Refund[];
};

/** An operation that was refused permanently. */
export type RefusedOperation = Answered & {
  readonly command: DataOf<'CommandRefused'>['command'];
  readonly refusal: Pick<DataOf<'CommandRefused'>, 'refused' | 'data'>;
  readonly reservation: ReservationContent | null;
};

export type Account = {
  /** Null until the first grant; monthly periods are counted from it. */
  readonly openedAt: string | null;
  readonly periodEnd: string;
  readonly isClosed: boolean;
  readonly balances: Balances;
  readonly usedThisPeriod: MicroVut;
  /** The debts that are still to be paid, oldest first. */
  readonly debts: readonly Debt[];
  /** Every grant ever made, so that none counts twice. */
  readonly grants: readonly Grant[];
  readonly reservations: readonly Reservation[];
  /** The newest settled reservations, oldest first. */
  readonly settlements: readonly Settlement[];
  /** The newest refused operations, oldest first. */
  readonly refusals: readonly RefusedOperation[];
  /** By purpose, the latest expiry of forgotten reservations: up to it unknown ids can't reserve. */
  readonly forgotten: Readonly<Record<string, string>>;
};

export const unopenedAccount: Account = {
  openedAt: null,
  periodEnd: '',
  isClosed: false,
  balances: NO_BALANCES,
  usedThisPeriod: ZERO_MICRO_VUT,
  debts: [],
  grants: [],
  reservations: [],
  settlements: [],
  refusals: [],
  forgotten: {},
};

/** How many settled reservations are recognised when their command is repeated. */
export const SETTLEMENTS_REMEMBERED = 500;
const REFUSALS_REMEMBERED = 200;

/** The user's balance. */
export const balanceOf = ({ balances }: Account): LedgerBalance => {
  const { available, reserved } = balances;
  const owed = owedOf(balances);
  return { available, reserved, ...(owed > 0 && { owed }) };
};

/** Folds one event into the account. */
export const evolveAccount = (account: Account, event: AccountEvent): Account => {
  const { data } = event;
  if (!('entries' in data)) return remember(account, event);
  const balances = addEntries(account.balances, data.entries);
  const usedThisPeriod = usedAfter(account.usedThisPeriod, event);
  const debts = debtsAfter(account.debts, event);
  return remember({ ...account, balances, usedThisPeriod, debts }, event);
};

const remember = (account: Account, { type, data }: AccountEvent): Account => {
  switch (type) {
    case 'AccountOpened':
      return { ...account, openedAt: data.periodStart, periodEnd: data.periodEnd };
    case 'CreditsGranted': {
      const { operationId, amount, source = 'promotion', reason } = data;
      const grant = { operationId, amount, source, reason, balance: balanceOf(account), reversal: null };
      return { ...account, grants: [...account.grants, grant] };
    }
    case 'CreditsReserved': {
      const { operationId, amount, purpose, expiresAt } = data;
      const reservation = { operationId, amount, purpose, expiresAt, balance: balanceOf(account) };
      return { ...account, reservations: [...account.reservations, reservation] };
    }
    case 'CreditsCaptured':
      return settle(account, data.operationId, 'captured', data.amount);
    case 'CreditsReleased': {
      const outcome = data.reason === 'expired' ? 'expired' : 'released';
      return settle(account, data.operationId, outcome, ZERO_MICRO_VUT);
    }
    case 'CreditsRefunded':
      return rememberRefund(account, data);
    case 'GrantReversed': {
      const { operationId, reason } = data;
      const reversal = { operationId, reason, balance: balanceOf(account) };
      const grants = account.grants.map((grant) =>
        grant.operationId === data.grant ? { ...grant, reversal } : grant,
      );
      return { ...account, grants };
    }
    case 'PeriodRenewed':
      return { ...account, periodEnd: data.periodEnd };
    case 'CommandRefused':
      return rememberRefusal(account, data);
    case 'AccountClosed':
      return { ...account, isClosed: true };
  }
};

const settle = (
  account: Account,
  operationId: string,
  outcome: Settlement['outcome'],
  captured: MicroVut,
): Account => {
  const reservation = account.reservations.find((held) => held.operationId === operationId) ?? null;
  const balance = balanceOf(account);
  const settlement: Settlement = { operationId, reservation, outcome, captured, balance, refunds: [] };
  const { kept, forgotten } = appended(account, account.settlements, settlement, SETTLEMENTS_REMEMBERED);
  const reservations = account.reservations.filter((held) => held !== reservation);
  return { ...account, reservations, settlements: kept, forgotten };
};

const rememberRefund = (account: Account, data: DataOf<'CreditsRefunded'>): Account => {
  const { operationId, amount, reason } = data;
  const refund: Refund = { operationId, amount, reason, balance: balanceOf(account) };
  const settlements = account.settlements.map((settled) =>
    settled.operationId === data.refundOf ? { ...settled, refunds: [...settled.refunds, refund] } : settled,
  );
  return { ...account, settlements };
};

/** Captures and releases don't own their operation id: it stays free for its reservation. */
const rememberRefusal = (account: Account, refused: DataOf<'CommandRefused'>): Account => {
  const { operationId, command, reservation = null } = refused;
  if (command === 'CaptureCredits' || command === 'ReleaseCredits') return account;
  const refusal = { refused: refused.refused, ...(refused.data && { data: refused.data }) };
  const entry = { operationId, command, refusal, reservation, balance: balanceOf(account) };
  const { kept, forgotten } = appended(account, account.refusals, entry, REFUSALS_REMEMBERED);
  return { ...account, refusals: kept, forgotten };
};

/** Appends to a bounded list; keeps the expiry of an entry that falls out. */
const appended = <Entry extends { readonly reservation: ReservationContent | null }>(
  { forgotten }: Account,
  entries: readonly Entry[],
  entry: Entry,
  limit: number,
): { kept: readonly Entry[]; forgotten: Account['forgotten'] } => {
  const oldest = entries.length < limit ? null : entries[0]?.reservation;
  const kept = [...entries.slice(entries.length < limit ? 0 : 1), entry];
  if (!oldest || (forgotten[oldest.purpose] ?? '') >= oldest.expiresAt) return { kept, forgotten };
  return { kept, forgotten: { ...forgotten, [oldest.purpose]: oldest.expiresAt } };
};
