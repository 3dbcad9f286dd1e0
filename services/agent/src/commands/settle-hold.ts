// Charges the cost of a reply or a tool to its hold, and releases the rest.
import { isRefusal, type MicroVut, type Refusal } from '@tradeium/contracts';
import type { CreditHolds } from '@tradeium/credit-hold';

type Held = { readonly holdId: string; readonly userId: string; readonly correlationId: string };

/** Safe to repeat: the hold's id makes the operations. */
export const settleHold = async (
  { holds }: { readonly holds: CreditHolds },
  held: Held,
  cost: MicroVut,
): Promise<Refusal | undefined> => {
  const hold = holds.hold(held);
  if (cost > 0) {
    const captured = await hold.capture(cost);
    return isRefusal(captured) ? captured : undefined;
  }
  // A refusal means that there is nothing to release.
  await hold.release('failed');
  return undefined;
};
