// The facts of a credit account. Amounts are integers of 10⁻⁶ VUT.
import { z } from 'zod';
import { microVut, microVutOrZero } from '../money.ts';
import { eventOf } from './event.ts';

const accountId = z.string();
const operationId = z.string().min(1).max(200);

export const accountEvents = z.discriminatedUnion('type', [
  eventOf('AccountOpened', { accountId, periodStart: z.iso.datetime(), periodEnd: z.iso.datetime() }),
  eventOf('CreditsGranted', { accountId, operationId, amount: microVut, reason: z.string().max(200) }),
  /** `expiresAt`: when the reservation may be released by anyone; its workflow normally settles it long before. */
  eventOf('CreditsReserved', {
    accountId,
    operationId,
    amount: microVutOrZero,
    purpose: z.string().max(100),
    expiresAt: z.iso.datetime(),
  }),
  /** `amount` is what was used; the rest of the reservation is available again. */
  eventOf('CreditsCaptured', {
    accountId,
    operationId,
    amount: microVutOrZero,
    returned: microVutOrZero,
    purpose: z.string().max(100),
  }),
  eventOf('CreditsReleased', {
    accountId,
    operationId,
    amount: microVutOrZero,
    reason: z.enum(['cancelled', 'failed', 'expired']),
  }),
  /** A monthly period ended: usage starts again at 0, and a free account is topped up by `toppedUp`. */
  eventOf('PeriodRenewed', {
    accountId,
    periodStart: z.iso.datetime(),
    periodEnd: z.iso.datetime(),
    toppedUp: microVutOrZero,
  }),
]);

export type AccountEvent = z.infer<typeof accountEvents>;
