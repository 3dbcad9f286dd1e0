// Adds the cost of a reply, or none, to its user's day.
import type { MicroVut, Refusal } from '@tradeium/contracts';
import type { ChangeOf, CommandIds } from '@tradeium/event-store';
import type { Stores } from '../aggregates.ts';

type Ended = { readonly userId: string; readonly spendingId: string; readonly cost: MicroVut };

/** The first end counts; what never began, or has expired, changes nothing. */
export const endSpending = (
  dependencies: Pick<Stores, 'spendings'>,
  { userId, spendingId, cost }: Ended,
  ids: Omit<CommandIds, 'userId' | 'commandId'>,
): Promise<ChangeOf<Stores['spendings']> | Refusal> =>
  dependencies.spendings.change(
    userId,
    { type: 'EndSpending', userId, spendingId, cost },
    { ...ids, commandId: `end:${spendingId}`, input: { spendingId } },
  );
