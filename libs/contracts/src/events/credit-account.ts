// The facts of a credit account. Amounts are integers of 10⁻⁶ VUT; every event's entries net to zero.
import { z } from 'zod';
import { microVut, microVutOrZero, signedMicroVut } from '../money-schema.ts';
import { eventOf } from './event.ts';
import { refusalWord, refusalWordData } from './refusal-word.ts';

const accountId = z.string();
const operationId = z.string().min(1).max(200);

/**
 * The accounts of a user's double entry. The user's own: `available`, `reserved` (for work under way), `spent`, and `debt`
 * (what was taken back while it was not available), which is zero or below. Where credits come from: `promotion` (given
 * away) and `payments` (payments clearing), which go below zero.
 */
export const LEDGER_ACCOUNTS = ['available', 'reserved', 'spent', 'promotion', 'payments', 'debt'] as const;
export type LedgerAccount = (typeof LEDGER_ACCOUNTS)[number];

/** One leg: what is added to an account. The entries of an event sum to 0. */
const ledgerEntry = z.tuple([z.enum(LEDGER_ACCOUNTS), signedMicroVut]);
export type LedgerEntry = z.infer<typeof ledgerEntry>;

/** The user's balance after a command: its answer, the same every time. */
const balance = z.strictObject({
  available: microVutOrZero,
  reserved: microVutOrZero,
  /** The user's debt; absent when that is nothing. */
  owed: microVut.optional(),
});
export type LedgerBalance = z.infer<typeof balance>;

const posting = {
  entries: z.array(ledgerEntry).max(10),
  /** After this event. */
  balance,
};

/** Makes credits available, of which `repaid` pay debts at once, the oldest first; absent when there is none. */
const incoming = { ...posting, repaid: microVut.optional() };

const reservation = { amount: microVutOrZero, purpose: z.string().max(100), expiresAt: z.iso.datetime() };

export const accountEvents = z.discriminatedUnion('type', [
  eventOf('AccountOpened', { accountId, periodStart: z.iso.datetime(), periodEnd: z.iso.datetime() }),
  eventOf('CreditsGranted', {
    accountId,
    operationId,
    amount: microVut,
    source: z.enum(['promotion', 'payments']),
    reason: z.string().max(200),
    ...incoming,
  }),
  eventOf('CreditsReserved', { accountId, operationId, ...reservation, ...posting }),
  /** `amount` was used; the rest of the reservation is available again. */
  eventOf('CreditsCaptured', {
    accountId,
    operationId,
    amount: microVutOrZero,
    returned: microVutOrZero,
    purpose: z.string().max(100),
    ...incoming,
  }),
  eventOf('CreditsReleased', {
    accountId,
    operationId,
    amount: microVutOrZero,
    reason: z.enum(['cancelled', 'failed', 'expired']),
    ...incoming,
  }),
  /** Used credits come back: the reverse of a capture, wholly or in part. */
  eventOf('CreditsRefunded', {
    accountId,
    operationId,
    /** The operation whose capture is reversed. */
    refundOf: operationId,
    amount: microVut,
    reason: z.string().max(200),
    ...incoming,
  }),
  /** A grant is taken back: `amount` was available, `debt` was held or used and is owed from now on. */
  eventOf('GrantReversed', {
    accountId,
    operationId,
    grant: operationId,
    amount: microVutOrZero,
    debt: microVut.optional(),
    reason: z.string().max(200),
    ...posting,
  }),
  /** A monthly period ended: usage starts again at 0, and a free account is topped up by `toppedUp`. */
  eventOf('PeriodRenewed', {
    accountId,
    periodStart: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
    toppedUp: microVutOrZero,
    ...incoming,
  }),
  /** A command was refused permanently, however often it is repeated. A refused reservation is stored with its content. */
  eventOf('CommandRefused', {
    accountId,
    operationId,
    command: z.enum([
      'GrantCredits',
      'ReserveCredits',
      'CaptureCredits',
      'ReleaseCredits',
      'RefundCredits',
      'ReverseGrant',
    ]),
    refused: refusalWord,
    data: refusalWordData.optional(),
    reservation: z.strictObject(reservation).optional(),
  }),
  /** Its user deleted the account: no more grants or reservations; open reservations are still settled. */
  eventOf('AccountClosed', { accountId }),
]);

export type AccountEvent = z.infer<typeof accountEvents>;
