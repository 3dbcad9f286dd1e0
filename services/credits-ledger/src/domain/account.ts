// A user's credits: what may be spent, what is held for work under way, and what was used; never below zero.
import {
  type AccountEvent,
  accountEvents,
  addMicroVut,
  isRefusal,
  type MicroVut,
  type Refusal,
  refuse,
  subtractMicroVut,
  toVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import { periodAt, renewalAt } from './period.ts';

type DataOf<Type extends AccountEvent['type']> = Extract<AccountEvent, { type: Type }>['data'];

export type Grant = Omit<DataOf<'CreditsGranted'>, 'accountId'>;

export type Reservation = Omit<DataOf<'CreditsReserved'>, 'accountId'>;

/** How a reservation ended: `captured` of its amount was used, the rest became available again. */
export type Settlement = Omit<Reservation, 'expiresAt'> & {
  readonly outcome: 'captured' | 'released';
  readonly captured: MicroVut;
};

/** Always: available + reserved + spent = granted. */
export type Account = {
  /** Null until the first grant; monthly periods are counted from it. */
  readonly openedAt: string | null;
  readonly periodEnd: string;
  readonly available: MicroVut;
  readonly reserved: MicroVut;
  readonly spent: MicroVut;
  readonly granted: MicroVut;
  /** Every grant there ever was: none is given twice. */
  readonly grants: readonly Grant[];
  readonly reservations: readonly Reservation[];
  /** The newest settled reservations, oldest first. */
  readonly settlements: readonly Settlement[];
};

export const unopenedAccount: Account = {
  openedAt: null,
  periodEnd: '',
  available: ZERO_MICRO_VUT,
  reserved: ZERO_MICRO_VUT,
  spent: ZERO_MICRO_VUT,
  granted: ZERO_MICRO_VUT,
  grants: [],
  reservations: [],
  settlements: [],
};

/** Reservations under way at once. */
const RESERVATIONS_MAX = 500;
/** Settled reservations that are known again when their command comes once more. */
const SETTLEMENTS_REMEMBERED = 500;

const add = addMicroVut;
const subtract = subtractMicroVut;

const settle = (account: Account, settlement: Settlement): Account => ({
  ...account,
  reserved: subtract(account.reserved, settlement.amount),
  available: add(account.available, subtract(settlement.amount, settlement.captured)),
  spent: add(account.spent, settlement.captured),
  reservations: account.reservations.filter(({ operationId }) => operationId !== settlement.operationId),
  settlements: [...account.settlements, settlement].slice(-SETTLEMENTS_REMEMBERED),
});

/** Folds one event into the account. */
export const evolveAccount = (account: Account, { type, data }: AccountEvent): Account => {
  switch (type) {
    case 'AccountOpened':
      return { ...account, openedAt: data.periodStart, periodEnd: data.periodEnd };
    case 'CreditsGranted': {
      const { operationId, amount, reason } = data;
      return {
        ...account,
        available: add(account.available, amount),
        granted: add(account.granted, amount),
        grants: [...account.grants, { operationId, amount, reason }],
      };
    }
    case 'CreditsReserved': {
      const { operationId, amount, purpose, expiresAt } = data;
      return {
        ...account,
        available: subtract(account.available, amount),
        reserved: add(account.reserved, amount),
        reservations: [...account.reservations, { operationId, amount, purpose, expiresAt }],
      };
    }
    case 'CreditsCaptured': {
      const { operationId, purpose, amount: captured, returned } = data;
      const amount = add(captured, returned);
      return settle(account, { operationId, purpose, amount, captured, outcome: 'captured' });
    }
    case 'CreditsReleased': {
      const { operationId, amount } = data;
      const purpose = reservationOf(account, operationId)?.purpose ?? '';
      return settle(account, {
        operationId,
        purpose,
        amount,
        captured: ZERO_MICRO_VUT,
        outcome: 'released',
      });
    }
    case 'PeriodRenewed':
      return {
        ...account,
        periodEnd: data.periodEnd,
        available: add(account.available, data.toppedUp),
        granted: add(account.granted, data.toppedUp),
      };
  }
};

/** The account as the event store keeps it. */
export const accountAggregate = {
  context: 'credits',
  name: 'account',
  stateVersion: 1,
  initial: unopenedAccount,
  evolve: evolveAccount,
  events: accountEvents,
  rememberedCommands: 256,
} as const;

export type AccountCommand =
  | ({ readonly type: 'GrantCredits' } & DataOf<'CreditsGranted'>)
  | ({ readonly type: 'ReserveCredits' } & DataOf<'CreditsReserved'>)
  | ({ readonly type: 'CaptureCredits' } & Omit<DataOf<'CreditsCaptured'>, 'returned' | 'purpose'>)
  | ({ readonly type: 'ReleaseCredits' } & Omit<DataOf<'CreditsReleased'>, 'amount'>);

type CommandOf<Type extends AccountCommand['type']> = Extract<AccountCommand, { type: Type }>;

/**
 * Decides a command at a time (ISO 8601). What was already done is accepted again and changes nothing; the same
 * operation with other content is refused. A period that has ended is renewed first, with the next change.
 */
export const decideAccount = (
  command: AccountCommand,
  account: Account,
  now: string,
): AccountEvent[] | Refusal => {
  const renewal = renew(command.accountId, account, now);
  const decision = decideInPeriod(command, renewal.reduce(evolveAccount, account), now);
  return isRefusal(decision) || decision.length === 0 ? decision : [...renewal, ...decision];
};

const renew = (accountId: string, account: Account, now: string): AccountEvent[] => {
  const { openedAt } = account;
  const renewal = openedAt === null ? null : renewalAt({ ...account, openedAt }, now);
  return renewal ? [{ type: 'PeriodRenewed', data: { accountId, ...renewal } }] : [];
};

const decideInPeriod = (command: AccountCommand, account: Account, now: string): AccountEvent[] | Refusal => {
  switch (command.type) {
    case 'GrantCredits':
      return grantCredits(command, account, now);
    case 'ReserveCredits':
      return reserveCredits(command, account);
    case 'CaptureCredits':
      return captureCredits(command, account);
    case 'ReleaseCredits':
      return releaseCredits(command, account, now);
  }
};

const byOperation = <Entry extends { operationId: string }>(entries: readonly Entry[], operationId: string) =>
  entries.find((entry) => entry.operationId === operationId);

const reservationOf = (account: Account, operationId: string) =>
  byOperation(account.reservations, operationId);
const settlementOf = (account: Account, operationId: string) => byOperation(account.settlements, operationId);

const grantCredits = (
  { type: _, ...data }: CommandOf<'GrantCredits'>,
  account: Account,
  now: string,
): AccountEvent[] | Refusal => {
  const { accountId, operationId, amount, reason } = data;
  const earlier = byOperation(account.grants, operationId);
  if (earlier)
    return earlier.amount === amount && earlier.reason === reason ? [] : refuse('COMMAND_ID_REUSED');
  if (reservationOf(account, operationId) ?? settlementOf(account, operationId))
    return refuse('COMMAND_ID_REUSED');
  if (!Number.isSafeInteger(account.granted + amount))
    return refuse('INVALID_REQUEST', { problem: 'amount: more than an account can hold' });
  const granted: AccountEvent = { type: 'CreditsGranted', data };
  if (account.openedAt !== null) return [granted];
  return [{ type: 'AccountOpened', data: { accountId, ...periodAt(now, now) } }, granted];
};

const reserveCredits = (
  { type: _, ...data }: CommandOf<'ReserveCredits'>,
  account: Account,
): AccountEvent[] | Refusal => {
  const { operationId, amount, purpose } = data;
  const settled = settlementOf(account, operationId);
  if (settled?.outcome === 'released') return refuse('RESERVATION_SETTLED');
  const earlier = settled ?? reservationOf(account, operationId);
  if (earlier)
    return earlier.amount === amount && earlier.purpose === purpose ? [] : refuse('COMMAND_ID_REUSED');
  if (byOperation(account.grants, operationId)) return refuse('COMMAND_ID_REUSED');
  if (account.openedAt === null || amount > account.available)
    return refuse('INSUFFICIENT_CREDITS', { required: toVut(amount), available: toVut(account.available) });
  if (account.reservations.length >= RESERVATIONS_MAX) return refuse('TOO_MANY_REQUESTS');
  return [{ type: 'CreditsReserved', data }];
};

const captureCredits = (
  { accountId, operationId, amount }: CommandOf<'CaptureCredits'>,
  account: Account,
): AccountEvent[] | Refusal => {
  const settled = settlementOf(account, operationId);
  if (settled)
    return settled.outcome === 'captured' && settled.captured === amount ? [] : refuse('RESERVATION_SETTLED');
  const reservation = reservationOf(account, operationId);
  if (!reservation) return refuse('RESERVATION_UNKNOWN');
  if (amount > reservation.amount) return refuse('CAPTURE_EXCEEDS_RESERVATION');
  const { purpose } = reservation;
  const returned = subtract(reservation.amount, amount);
  return [{ type: 'CreditsCaptured', data: { accountId, operationId, amount, returned, purpose } }];
};

/**
 * Releasing what was never reserved is recorded too, with an amount of 0: a reservation that was sent before its
 * release and arrives after it is then refused, instead of holding credits that nobody would settle.
 */
const releaseCredits = (
  { accountId, operationId, reason }: CommandOf<'ReleaseCredits'>,
  account: Account,
  now: string,
): AccountEvent[] | Refusal => {
  const settled = settlementOf(account, operationId);
  if (settled) return settled.outcome === 'released' ? [] : refuse('RESERVATION_SETTLED');
  if (account.openedAt === null || byOperation(account.grants, operationId))
    return refuse('RESERVATION_UNKNOWN');
  const reservation = reservationOf(account, operationId);
  if (reservation && reason === 'expired' && now < reservation.expiresAt)
    return refuse('INVALID_REQUEST', { problem: 'reason: the reservation has not expired yet' });
  const amount = reservation?.amount ?? ZERO_MICRO_VUT;
  return [{ type: 'CreditsReleased', data: { accountId, operationId, amount, reason } }];
};
