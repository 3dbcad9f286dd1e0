// Decides on reservations: holding credits for work, settling them, and refunds.
import {
  addMicroVut,
  type Refusal,
  refuse,
  subtractMicroVut,
  toVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import type { AccountCommand, AccountFact, CommandOf } from './account-commands.ts';
import { owedOf } from './account-debts.ts';
import {
  isSameReservation,
  isTaken,
  refundOf,
  refusedOf,
  reservationOf,
  settlementOf,
} from './account-operations.ts';
import type { Account } from './account-state.ts';

/** The maximum number of open reservations. */
const RESERVATIONS_MAX = 500;
/** How far ahead a reservation may expire: a forgotten one blocks its purpose until then. */
const EXPIRY_MAX_MS = 7 * 86_400_000;
/** The maximum number of refunds of one capture. */
const REFUNDS_MAX = 20;
/** A commit holds at most 100 events; the next command releases the rest. */
const EXPIRED_AT_ONCE_MAX = 90;

/** Releases expired reservations except the one that the command settles: a late capture still captures. */
export const expireReservations = (
  command: AccountCommand,
  account: Account,
  now: string,
): Extract<AccountFact, { type: 'CreditsReleased' }>[] => {
  const settles = command.type === 'CaptureCredits' || command.type === 'ReleaseCredits';
  const own = settles ? command.operationId : null;
  return account.reservations
    .filter(({ operationId, expiresAt }) => expiresAt <= now && operationId !== own)
    .slice(0, EXPIRED_AT_ONCE_MAX)
    .map(({ operationId, amount }) => ({
      type: 'CreditsReleased',
      data: { accountId: command.accountId, operationId, amount, reason: 'expired' },
    }));
};

/**
 * An unknown id may be a forgotten one: only a reservation that expires later than those can be new. Nothing is held for
 * a user who owes.
 */
export const reserveCredits = (
  { type: _, ...reserved }: CommandOf<'ReserveCredits'>,
  account: Account,
  now: string,
): AccountFact[] | Refusal => {
  const { operationId, amount, purpose, expiresAt } = reserved;
  if (Date.parse(expiresAt) - Date.parse(now) > EXPIRY_MAX_MS)
    return refuse('INVALID_REQUEST', { problem: 'expiresAt: more than 7 days ahead' });
  const settled = settlementOf(account, operationId);
  if (settled?.reservation === null) return refuse('RESERVATION_SETTLED');
  const existing = settled?.reservation ?? reservationOf(account, operationId);
  if (existing) return isSameReservation(existing, reserved) ? [] : refuse('COMMAND_ID_REUSED');
  if (isTaken(account, operationId)) return refuse('COMMAND_ID_REUSED');
  if (account.isClosed) return refuse('ACCOUNT_CLOSED');
  if (expiresAt <= now || expiresAt <= (account.forgotten[purpose] ?? ''))
    return refuse('RESERVATION_EXPIRED');
  const { available } = account.balances;
  const amounts = { required: toVut(amount), available: toVut(available) };
  const owed = owedOf(account.balances);
  if (owed > 0) return refuse('CREDITS_OWED', { owed: toVut(owed), ...amounts });
  if (account.openedAt === null || amount > available) return refuse('INSUFFICIENT_CREDITS', amounts);
  if (account.reservations.length >= RESERVATIONS_MAX) return refuse('TOO_MANY_REQUESTS');
  return [{ type: 'CreditsReserved', data: reserved }];
};

export const captureCredits = (
  { accountId, operationId, amount }: CommandOf<'CaptureCredits'>,
  account: Account,
): AccountFact[] | Refusal => {
  const settled = settlementOf(account, operationId);
  if (settled?.outcome === 'expired') return refuse('RESERVATION_EXPIRED');
  if (settled)
    return settled.outcome === 'captured' && settled.captured === amount ? [] : refuse('RESERVATION_SETTLED');
  const reservation = reservationOf(account, operationId);
  if (!reservation) return refuse('RESERVATION_UNKNOWN');
  if (amount > reservation.amount) return refuse('CAPTURE_EXCEEDS_RESERVATION');
  const { purpose } = reservation;
  const returned = subtractMicroVut(reservation.amount, amount);
  return [{ type: 'CreditsCaptured', data: { accountId, operationId, amount, returned, purpose } }];
};

/**
 * Releasing an unknown reservation is recorded too, with an amount of 0: a reservation that arrives after its release
 * is then refused, instead of holding credits that are never settled.
 */
export const releaseCredits = (
  { accountId, operationId, reason }: CommandOf<'ReleaseCredits'>,
  account: Account,
  now: string,
): AccountFact[] | Refusal => {
  const settled = settlementOf(account, operationId);
  if (settled) return settled.outcome === 'captured' ? refuse('RESERVATION_SETTLED') : [];
  if (refusedOf(account, operationId)?.command === 'ReserveCredits') return [];
  const reservation = reservationOf(account, operationId);
  if (!reservation && (account.openedAt === null || isTaken(account, operationId)))
    return refuse('RESERVATION_UNKNOWN');
  if (reservation && reason === 'expired' && now < reservation.expiresAt)
    return refuse('INVALID_REQUEST', { problem: 'reason: the reservation has not expired yet' });
  const amount = reservation?.amount ?? ZERO_MICRO_VUT;
  return [{ type: 'CreditsReleased', data: { accountId, operationId, amount, reason } }];
};

/** Refunds captured credits, in full or in parts. */
export const refundCredits = (
  { type: _, ...refunded }: CommandOf<'RefundCredits'>,
  account: Account,
): AccountFact[] | Refusal => {
  const { operationId, amount, reason } = refunded;
  const settled = settlementOf(account, refunded.refundOf);
  const existing = refundOf(settled, operationId);
  if (existing)
    return existing.amount === amount && existing.reason === reason ? [] : refuse('COMMAND_ID_REUSED');
  if (isTaken(account, operationId)) return refuse('COMMAND_ID_REUSED');
  if (!settled && !reservationOf(account, refunded.refundOf)) return refuse('OPERATION_UNKNOWN');
  const before = (settled?.refunds ?? []).reduce(
    (sum, refund) => addMicroVut(sum, refund.amount),
    ZERO_MICRO_VUT,
  );
  if (!settled || amount > subtractMicroVut(settled.captured, before)) return refuse('REFUND_EXCEEDS_CHARGE');
  if (settled.refunds.length >= REFUNDS_MAX) return refuse('TOO_MANY_REQUESTS');
  return [{ type: 'CreditsRefunded', data: refunded }];
};
