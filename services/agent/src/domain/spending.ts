// A user's spending on agents and tools, as an aggregate: limits, what the day has cost, and the newest calls of tools.
import {
  addMicroVut,
  agentEvents,
  isRefusal,
  type MicroVut,
  microVutOf,
  type Refusal,
  type SpendingEvent,
  ZERO_MICRO_VUT,
} from '@tradeium/contracts';
import { type Limits, NO_LIMITS, type Price, withinLimits } from './limits.ts';

export type SpendingData<Type extends SpendingEvent['type']> = Extract<SpendingEvent, { type: Type }>['data'];

/** A reply or a call of a tool that has begun and not ended. */
type UnderWay = Pick<SpendingData<'SpendingBegun'>, 'spendingId' | 'atMost' | 'at' | 'expiresAt'>;

export type Spending = {
  readonly limits: Limits;
  /** Replies and calls that have begun on the newest day (UTC) and ended since. */
  readonly ended: { readonly day: string; readonly cost: MicroVut };
  readonly underWay: readonly UnderWay[];
  /** The newest calls, oldest first. */
  readonly callIds: readonly string[];
  readonly isForgotten: boolean;
};

const NOTHING_ENDED: Spending['ended'] = { day: '', cost: ZERO_MICRO_VUT };

const emptySpending: Spending = {
  limits: NO_LIMITS,
  ended: NOTHING_ENDED,
  underWay: [],
  callIds: [],
  isForgotten: false,
};

/** How many calls are listed. */
const CALLS_KEPT = 500;

const SNAPSHOT_EVERY_COMMITS = 50;

const dayOf = (at: string): string => at.slice(0, 'YYYY-MM-DD'.length);

const begin = (spending: Spending, { userId: _, ...begun }: SpendingData<'SpendingBegun'>): Spending => {
  const day = dayOf(begun.at);
  const underWay = [...spending.underWay.filter(({ expiresAt }) => expiresAt > begun.at), begun];
  return {
    ...spending,
    underWay,
    ended: day > spending.ended.day ? { ...NOTHING_ENDED, day } : spending.ended,
  };
};

/** It counts in the day on which it began. */
const end = (spending: Spending, endedId: string, cost: MicroVut): Spending => {
  const begun = spending.underWay.find(({ spendingId }) => spendingId === endedId);
  if (!begun) return spending;
  const { day, cost: before } = spending.ended;
  const underWay = spending.underWay.filter((other) => other !== begun);
  const isOfDay = dayOf(begun.at) === day;
  return { ...spending, underWay, ended: { day, cost: isOfDay ? addMicroVut(before, cost) : before } };
};

/** Folds one event into the spending. */
export const evolveSpending = (spending: Spending, { type, data }: SpendingEvent): Spending => {
  switch (type) {
    case 'SpendingBegun':
      return begin(spending, data);
    case 'SpendingEnded':
      return end(spending, data.spendingId, data.cost);
    case 'ToolUsed': {
      const callIds = [...spending.callIds, data.callId].filter((callId) => !data.dropped.includes(callId));
      return { ...end(spending, data.callId, data.cost), callIds };
    }
    case 'LimitsChanged':
      return { ...spending, limits: { perReply: data.perReply, perDay: data.perDay } };
    case 'SpendingForgotten':
      return { ...emptySpending, isForgotten: true };
  }
};

/** The cost of everything that has begun on the day of `now`, and the most that it may still cost. */
export const spentOnDay = ({ ended, underWay }: Spending, now: string): MicroVut => {
  const day = dayOf(now);
  const counts = underWay.filter(({ at, expiresAt }) => dayOf(at) === day && expiresAt > now);
  const cost = ended.day === day ? ended.cost : 0;
  return microVutOf(counts.reduce((sum, { atMost }) => sum + atMost, cost));
};

/** The part of a price that the user's limits leave, or why they leave nothing. */
export const allowedOf = (spending: Spending, price: Price, now: string): MicroVut | Refusal =>
  withinLimits(spending.limits, spentOnDay(spending, now), price);

export type SpendingCommand =
  | ({ readonly type: 'BeginSpending' } & Price & Omit<SpendingData<'SpendingBegun'>, 'atMost' | 'at'>)
  | ({ readonly type: 'EndSpending' } & SpendingData<'SpendingEnded'>)
  | { readonly type: 'NoteToolUse'; readonly data: Omit<SpendingData<'ToolUsed'>, 'dropped'> }
  | ({ readonly type: 'ChangeLimits'; readonly userId: string } & Limits)
  | { readonly type: 'ForgetSpending'; readonly userId: string };

type CommandOf<Type extends SpendingCommand['type']> = Extract<SpendingCommand, { type: Type }>;

/** Decides a command. The reservation of a call is released even if its user has been deleted meanwhile. */
export const decideSpending = (
  command: SpendingCommand,
  spending: Spending,
  now: string,
): SpendingEvent[] | Refusal => {
  switch (command.type) {
    case 'BeginSpending':
      return beginSpending(command, spending, now);
    case 'EndSpending': {
      const { type: _, ...data } = command;
      const isUnderWay = spending.underWay.some(({ spendingId }) => spendingId === data.spendingId);
      return isUnderWay ? [{ type: 'SpendingEnded', data }] : [];
    }
    case 'NoteToolUse':
      return noteToolUse(command, spending);
    case 'ChangeLimits':
      return changeLimits(command, spending);
    case 'ForgetSpending': {
      const data = { userId: command.userId, callIds: [...spending.callIds] };
      return spending.isForgotten ? [] : [{ type: 'SpendingForgotten', data }];
    }
  }
};

/** One aggregate for each user. */
export const spendingAggregate = {
  ...agentEvents.spending,
  stateVersion: 3,
  initial: emptySpending,
  evolve: evolveSpending,
  decide: decideSpending,
  userOf: (userId: string) => userId,
  comparesCommands: true,
  snapshotEvery: SNAPSHOT_EVERY_COMMITS,
} as const;

const beginSpending = (
  { userId, spendingId, atMost, needed, expiresAt }: CommandOf<'BeginSpending'>,
  spending: Spending,
  at: string,
): SpendingEvent[] | Refusal => {
  const allowed = allowedOf(spending, { atMost, needed }, at);
  if (isRefusal(allowed)) return allowed;
  return [{ type: 'SpendingBegun', data: { userId, spendingId, atMost: allowed, at, expiresAt } }];
};

const noteToolUse = (
  { data }: CommandOf<'NoteToolUse'>,
  { callIds, isForgotten }: Spending,
): SpendingEvent[] => {
  const dropped = isForgotten
    ? [data.callId]
    : callIds.slice(0, Math.max(0, callIds.length + 1 - CALLS_KEPT));
  return [{ type: 'ToolUsed', data: { ...data, dropped } }];
};

const changeLimits = (
  { userId, perReply, perDay }: CommandOf<'ChangeLimits'>,
  { limits, isForgotten }: Spending,
): SpendingEvent[] => {
  const isSame = perReply === limits.perReply && perDay === limits.perDay;
  return isSame || isForgotten ? [] : [{ type: 'LimitsChanged', data: { userId, perReply, perDay } }];
};
