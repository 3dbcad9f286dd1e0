// What a user spends on agents and tools, as an aggregate: his limits, and the newest calls of outside assistants.
import { agentEvents, type MicroVut, type SpendingEvent } from '@tradeium/contracts';

export type SpendingData<Type extends SpendingEvent['type']> = Extract<SpendingEvent, { type: Type }>['data'];

/** In 10⁻⁶ VUT; null: no limit. */
export type Limits = { readonly perReply: MicroVut | null; readonly perDay: MicroVut | null };

export const NO_LIMITS: Limits = { perReply: null, perDay: null };

export type Spending = {
  readonly limits: Limits;
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
    case 'LimitsChanged':
      return { ...spending, limits: { perReply: data.perReply, perDay: data.perDay } };
    case 'SpendingForgotten':
      return { limits: NO_LIMITS, callIds: [], isForgotten: true };
  }
};

/** One aggregate for each user. */
export const spendingAggregate = {
  ...agentEvents.spending,
  stateVersion: 2,
  initial: { limits: NO_LIMITS, callIds: [], isForgotten: false } as Spending,
  evolve: evolveSpending,
  snapshotEvery: SNAPSHOT_EVERY_COMMITS,
} as const;

export type SpendingCommand =
  | { readonly type: 'NoteToolUse'; readonly data: Omit<SpendingData<'ToolUsed'>, 'dropped'> }
  | ({ readonly type: 'ChangeLimits'; readonly userId: string } & Limits)
  | { readonly type: 'ForgetSpending'; readonly userId: string };

/** Decides a command. The reservation of a call is released even if its user has been deleted meanwhile. */
export const decideSpending = (
  command: SpendingCommand,
  { limits, callIds, isForgotten }: Spending,
): SpendingEvent[] => {
  if (command.type === 'ForgetSpending')
    return isForgotten
      ? []
      : [{ type: 'SpendingForgotten', data: { userId: command.userId, callIds: [...callIds] } }];
  if (command.type === 'ChangeLimits') {
    const { userId, perReply, perDay } = command;
    const isSame = perReply === limits.perReply && perDay === limits.perDay;
    return isSame || isForgotten ? [] : [{ type: 'LimitsChanged', data: { userId, perReply, perDay } }];
  }
  const { data } = command;
  const dropped = isForgotten
    ? [data.callId]
    : callIds.slice(0, Math.max(0, callIds.length + 1 - CALLS_KEPT));
  return [{ type: 'ToolUsed', data: { ...data, dropped } }];
};
