// The monthly period of a credit account: when it begins and ends, and its renewal.
import {
  FREE_TIER_MONTHLY_VUT,
  fromVut,
  type MicroVut,
  subtractMicroVut,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';

const DAY_MS = 86_400_000;

/** A free account's minimum balance at the start of a period. */
const FREE_TIER_AMOUNT = fromVut(FREE_TIER_MONTHLY_VUT);

export type Period = { readonly periodStart: string; readonly periodEnd: string };

/** The same day and time `months` later, or the last day of that month when it has no such day (UTC). */
const addMonths = (instant: Date, months: number): Date => {
  const year = instant.getUTCFullYear();
  const month = instant.getUTCMonth() + months;
  const timeOfDayMs = instant.getTime() % DAY_MS;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  return new Date(Date.UTC(year, month, Math.min(instant.getUTCDate(), lastDay)) + timeOfDayMs);
};

/** The period that contains `now`. Periods are counted from the opening, so that short months shift nothing. */
export const periodAt = (openedAt: string, now: string): Period => {
  const opened = new Date(openedAt);
  const instant = new Date(now);
  const months =
    (instant.getUTCFullYear() - opened.getUTCFullYear()) * 12 + instant.getUTCMonth() - opened.getUTCMonth();
  const index = Math.max(0, addMonths(opened, months) > instant ? months - 1 : months);
  return {
    periodStart: addMonths(opened, index).toISOString(),
    periodEnd: addMonths(opened, index + 1).toISOString(),
  };
};

/** The renewal of an account whose period has ended, else null. Several missed renewals become one. */
export const renewalAt = (
  account: Readonly<{ openedAt: string; periodEnd: string; available: MicroVut; reserved: MicroVut }>,
  now: string,
): (Period & { readonly toppedUp: MicroVut }) | null => {
  if (now < account.periodEnd) return null;
  const held = account.available + account.reserved;
  const toppedUp =
    held < FREE_TIER_AMOUNT
      ? subtractMicroVut(subtractMicroVut(FREE_TIER_AMOUNT, account.available), account.reserved)
      : ZERO_MICRO_VUT;
  return { ...periodAt(account.openedAt, now), toppedUp };
};
