// Finds what came of a command that is sent again, so that it is answered as it was, whatever has changed since.
import type { Refusal } from '@tradeium/contracts';
import type { Aggregates, Command, Outcome } from '@tradeium/event-store';

/** The outcome of a command that was executed before; null for a new one; COMMAND_ID_REUSED when its input was another. */
export const earlierOutcome = async <State, Event>(
  aggregates: Aggregates<State, Event>,
  id: string,
  command: Command,
): Promise<Extract<Outcome<State, Event>, { ok: true }> | Refusal | null> => {
  const outcome = await aggregates.execute(id, command, () => []);
  if (!outcome.ok) return outcome.refusal;
  return outcome.repeated ? outcome : null;
};
