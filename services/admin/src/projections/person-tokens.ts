// The tokens that a person's replies have used, in total and by day.
import type { TokenUsage } from '@tradeium/contracts';

/** Tokens: input and output of replies that have ended. `days`: of the newest days with any (UTC, `2026-01-31`). */
export type PersonTokens = { total: number; days: Readonly<Record<string, number>> };

export const NO_TOKENS: PersonTokens = { total: 0, days: {} };

/** Enough for any month, and for the last 30 days. */
const DAYS_KEPT = 35;
const DAY_MS = 86_400_000;

/** The day (UTC) some days before an instant. */
export const dayBefore = (at: string, days: number): string =>
  new Date(Date.parse(at) - days * DAY_MS).toISOString().slice(0, 10);

/** Every token that a model read or wrote, cached ones included. */
export const tokensOf = ({ input, output }: TokenUsage): number => input + output;

/** The tokens after a reply that ended then. Days long before the newest one are forgotten. */
export const tokensAfter = (tokens: PersonTokens, usage: TokenUsage, at: string): PersonTokens => {
  const used = tokensOf(usage);
  const day = at.slice(0, 10);
  const all = { ...tokens.days, [day]: (tokens.days[day] ?? 0) + used };
  const newest = Object.keys(all).sort().at(-1) ?? day;
  const oldest = dayBefore(newest, DAYS_KEPT - 1);
  const days = Object.fromEntries(Object.entries(all).filter(([one]) => one >= oldest));
  return { total: tokens.total + used, days };
};

/** The tokens of the last so many days (UTC), today included. */
export const tokensOfLast = ({ days }: PersonTokens, count: number, now: string): number => {
  const first = dayBefore(now, count - 1);
  const last = now.slice(0, 10);
  return Object.entries(days).reduce(
    (sum, [day, used]) => (day >= first && day <= last ? sum + used : sum),
    0,
  );
};
