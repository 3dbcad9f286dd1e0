// Applies a user's own limits to what a reply or a tool is about to reserve.
import type { MicroVut, Refusal } from '@tradeium/contracts';
import type { Spendings } from '../commands/change-spending.ts';
import { withinLimits } from '../domain/limits.ts';

/** How long a request waits for recent spending to reach the read models. */
const CATCH_UP_MS = 1_000;

export type Limiting = {
  readonly spendings: Spendings;
  /** What replies and tools have cost the user on this day (UTC) so far, and what they have reserved, in 10⁻⁶ VUT. */
  readonly spentToday: (userId: string) => Promise<number>;
  readonly caughtUp: (timeoutMs: number) => Promise<boolean>;
};

/** What may be reserved, or why nothing may. Looks up what was spent only where a limit asks for it. */
export const limitedFor = async (
  { spendings, spentToday, caughtUp }: Limiting,
  userId: string,
  price: { readonly atMost: MicroVut; readonly needed: MicroVut },
): Promise<MicroVut | Refusal> => {
  const { limits } = (await spendings.load(userId)).state;
  if (limits.perDay !== null) await caughtUp(CATCH_UP_MS);
  return withinLimits(limits, limits.perDay === null ? 0 : await spentToday(userId), price);
};
