// Executes a command on a user's spending.
import type { Refusal, SpendingEvent } from '@tradeium/contracts';
import type { Aggregates, CommandIds, Written } from '@tradeium/event-store';
import { decideSpending, type Spending, type SpendingCommand } from '../domain/spending.ts';

export type Spendings = Aggregates<Spending, SpendingEvent>;

export type SpendingChange = {
  /** The command's result, also of a repeated one. */
  readonly events: readonly SpendingEvent[];
  readonly written: Written;
};

/** Decides and appends; repeating the command id changes nothing and answers the same. */
export const changeSpending = async (
  { spendings }: { readonly spendings: Spendings },
  userId: string,
  command: SpendingCommand,
  { commandId, correlationId, causationId }: Omit<CommandIds, 'userId'>,
  /** The request, where the command also holds what differs from one attempt to the next. */
  asked: object = command,
): Promise<SpendingChange | Refusal> => {
  const ids = { commandId, input: asked, userId, correlationId, causationId };
  const outcome = await spendings.execute(userId, ids, (spending, now) =>
    decideSpending(command, spending, now),
  );
  if (!outcome.ok) return outcome.refusal;
  return { events: outcome.events, written: { context: 'agent', sequence: outcome.sequence } };
};
