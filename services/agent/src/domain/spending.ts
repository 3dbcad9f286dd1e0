// What a user spends on tools that outside assistants call, as an aggregate: the list of the newest calls.
import { agentEvents, type SpendingEvent } from '@tradeium/contracts';

export type SpendingData<Type extends SpendingEvent['type']> = Extract<SpendingEvent, { type: Type }>['data'];

export type Spending = {
  /** The newest calls, oldest first. */
  readonly callIds: readonly string[];
  readonly isForgotten: boolean;
};

/** As many calls are listed. */
const CALLS_KEPT = 500;

const SNAPSHOT_EVERY_COMMITS = 50;

/** Folds one event into the spending. */
export const evolveSpending = (spending: Spending, { type, data }: SpendingEvent): Spending => {
  switch (type) {
    case 'ToolUsed': {
      const callIds = [...spending.callIds, data.callId].filter((callId) => !data.dropped.includes(callId));
      return { ...spending, callIds };
    }
    case 'SpendingForgotten':
      return { callIds: [], isForgotten: true };
  }
};

/** One aggregate for each user. */
export const spendingAggregate = {
  ...agentEvents.spending,
  stateVersion: 1,
  initial: { callIds: [], isForgotten: false } as Spending,
  evolve: evolveSpending,
  snapshotEvery: SNAPSHOT_EVERY_COMMITS,
} as const;

export type SpendingCommand =
  | { readonly type: 'NoteToolUse'; readonly data: Omit<SpendingData<'ToolUsed'>, 'dropped'> }
  | { readonly type: 'ForgetSpending'; readonly userId: string };

/** Decides a command. What was reserved for a call is given back even when its user has gone meanwhile. */
export const decideSpending = (
  command: SpendingCommand,
  { callIds, isForgotten }: Spending,
): SpendingEvent[] => {
  if (command.type === 'ForgetSpending')
    return isForgotten
      ? []
      : [{ type: 'SpendingForgotten', data: { userId: command.userId, callIds: [...callIds] } }];
  const { data } = command;
  const dropped = isForgotten
    ? [data.callId]
    : callIds.slice(0, Math.max(0, callIds.length + 1 - CALLS_KEPT));
  return [{ type: 'ToolUsed', data: { ...data, dropped } }];
};
