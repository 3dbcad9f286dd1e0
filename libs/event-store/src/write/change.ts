// Changes an aggregate as its definition decides, which is how services write.
import { isRefusal, type Refusal } from '@tradeium/contracts';
import type { AggregateDefinition } from './aggregate-definition.ts';
import type { Command, Decide, Outcome } from './execute.ts';

/** A commit of a context, for a query that waits for it. */
export type Written = { readonly context: string; readonly sequence: number };

export type Changed<State, Event> = {
  /** The newest state; after a repeated command it may be later than that command's result. */
  readonly state: State;
  /** The command's result, also of a repeated one. */
  readonly events: readonly Event[];
  /** When that was decided (ISO 8601). */
  readonly at: string;
  /** The command's commit; without events, the aggregate's last one. */
  readonly written: Written;
  /** It was executed before; nothing was written now. */
  readonly isRepeated: boolean;
};

export type Changes<State, Event, Intent> = {
  /**
   * Decides and appends, and refuses, as `execute` does. Repeating the command id changes nothing and answers the same. A command
   * that depends on the state, such as one with the next token, is given as a function, which may refuse.
   */
  change(
    id: string,
    command: Intent | OfState<State, Intent>,
    ids: Command,
  ): Promise<Changed<State, Event> | Refusal>;
  /** Changes nothing: the newest state, and what the command with this id has done, if it is `isRepeated`. */
  earlier(id: string, ids: Command): Promise<Changed<State, Event> | Refusal>;
};

type OfState<State, Intent> = (state: State) => Intent | Refusal;

const isOfState = <State, Intent>(
  command: Intent | OfState<State, Intent>,
): command is OfState<State, Intent> => typeof command === 'function';

/** Changes aggregates by a way to execute decisions on them. */
export const changesBy = <State, Event, Intent>(
  {
    context,
    decide,
    userOf,
    comparesCommands,
  }: Pick<AggregateDefinition<State, Event, Intent>, 'context' | 'decide' | 'userOf' | 'comparesCommands'>,
  execute: (id: string, ids: Command, decide: Decide<State, Event>) => Promise<Outcome<State, Event>>,
): Changes<State, Event, Intent> => {
  const executed = async (id: string, ids: Command, decision: Decide<State, Event>) => {
    const outcome = await execute(id, ids, decision);
    if (!outcome.ok) return outcome.refusal;
    const { state, events, at, sequence, repeated: isRepeated } = outcome;
    return { state, events, at, written: { context, sequence }, isRepeated };
  };
  return {
    change(id, command, ids) {
      if (!decide)
        throw new Error(`aggregates of ${context} that are declared without decide cannot be changed`);
      const input = comparesCommands ? (ids.input ?? command) : ids.input;
      const userId = isOfState(command) ? ids.userId : (userOf?.(id, command) ?? ids.userId);
      return executed(id, { ...ids, input, userId }, (state, now) => {
        // A command itself may tell of a refusal; only what a function answers may be one.
        if (!isOfState(command)) return decide(command, state, now);
        const asked = command(state);
        return isRefusal(asked) ? asked : decide(asked, state, now);
      });
    },
    earlier: (id, ids) => executed(id, ids, () => []),
  };
};
