// Executes a command on what a user spends.
import type { SpendingEvent } from '@tradeium/contracts';
import type { Aggregates, CommandIds } from '@tradeium/event-store';
import type { Written } from '@tradeium/service-kit';
import { decideSpending, type Spending, type SpendingCommand } from '../domain/spending.ts';

export type Spendings = Aggregates<Spending, SpendingEvent>;

/** Decides and appends; repeating the command id changes nothing. */
export const changeSpending = async (
  { spendings }: { readonly spendings: Spendings },
  userId: string,
  command: SpendingCommand,
  { commandId, correlationId, causationId }: Omit<CommandIds, 'userId'>,
): Promise<Written> => {
  const ids = { commandId, userId, correlationId, causationId };
  const outcome = await spendings.execute(userId, ids, (spending) => decideSpending(command, spending));
  if (!outcome.ok) throw new Error(`the spending of a user was not changed: ${outcome.refusal.refused}`);
  return { context: 'agent', sequence: outcome.sequence };
};
