// What a user's own limits leave of the price of a reply or a tool. Pure.
import { type MicroVut, microVutOf, type Refusal, refuse, toVut } from '@tradeium/contracts';
import type { Limits } from './spending.ts';

/** The most that a reply may reserve, or why it may not begin: `needed` is what it costs at least. */
export const withinLimits = (
  { perReply, perDay }: Limits,
  spentToday: number,
  { atMost, needed }: { readonly atMost: MicroVut; readonly needed: MicroVut },
): MicroVut | Refusal => {
  const leftToday = perDay === null ? atMost : microVutOf(Math.max(0, perDay - spentToday));
  if (perDay !== null && leftToday < needed)
    return refuse('DAY_LIMIT_REACHED', { limit: toVut(perDay), spent: toVut(microVutOf(spentToday)) });
  if (perReply !== null && perReply < needed)
    return refuse('REPLY_LIMIT_TOO_LOW', { limit: toVut(perReply), needed: toVut(needed) });
  return microVutOf(Math.min(atMost, leftToday, perReply ?? atMost));
};
