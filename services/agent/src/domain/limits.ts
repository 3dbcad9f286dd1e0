// The part of a reply's or tool's price that a user's limits leave. Pure.
import { type MicroVut, microVutOf, type Refusal, refuse, toVut } from '@tradeium/contracts';

/** In 10⁻⁶ VUT; null: no limit. */
export type Limits = { readonly perReply: MicroVut | null; readonly perDay: MicroVut | null };

export const NO_LIMITS: Limits = { perReply: null, perDay: null };

/** An expense to come: `atMost` is what it may cost, `needed` what it costs at least. */
export type Price = { readonly atMost: MicroVut; readonly needed: MicroVut };

/** The most that may be reserved, or why nothing may begin. */
export const withinLimits = (
  { perReply, perDay }: Limits,
  spentToday: number,
  { atMost, needed }: Price,
): MicroVut | Refusal => {
  const leftToday = perDay === null ? atMost : microVutOf(Math.max(0, perDay - spentToday));
  if (perDay !== null && leftToday < needed)
    return refuse('DAY_LIMIT_REACHED', { limit: toVut(perDay), spent: toVut(microVutOf(spentToday)) });
  if (perReply !== null && perReply < needed)
    return refuse('REPLY_LIMIT_TOO_LOW', { limit: toVut(perReply), needed: toVut(needed) });
  return microVutOf(Math.min(atMost, leftToday, perReply ?? atMost));
};
