// The trials of a user: which contents were tried in each chat, and how far their Sharpe ratios are apart.
import { backtestEvents, TRIALS_OF_USER_MAX, type TrialsEvent } from '@tradeium/contracts';
import type { TrialSpread } from '@tradeium/portfolio';

type Data = TrialsEvent['data'];

/** The trials of a chat. A deleted result, file or chat takes none away. */
type ChatTrials = {
  /** Contents with a Sharpe ratio. */
  readonly withRatio: readonly string[];
  /** Those that failed, or never traded. */
  readonly withoutRatio: readonly string[];
  /** Of the Sharpe ratios: their mean, and the sum of squares of their distances from it. */
  readonly mean: number;
  readonly squares: number;
};

export type Trials = {
  readonly chats: Readonly<Record<string, ChatTrials>>;
  /** How many different contents all chats have tried on each range. */
  readonly ranges: Readonly<Record<string, number>>;
  /** How many different contents there are. */
  readonly total: number;
};

const noTrials: Trials = { chats: {}, ranges: {}, total: 0 };
const NOTHING_TRIED: ChatTrials = { withRatio: [], withoutRatio: [], mean: 0, squares: 0 };

const chatOf = ({ chats }: Trials, chatId: string): ChatTrials =>
  Object.hasOwn(chats, chatId) ? (chats[chatId] as ChatTrials) : NOTHING_TRIED;

type Range = Pick<Data, 'startDate' | 'endDate'>;
const rangeKey = ({ startDate, endDate }: Range): string => `${startDate}/${endDate}`;

/** Adds values to mean and squares one by one; Welford (1962), Note on a Method for Calculating Corrected Sums of Squares. */
const spreadWith = ({ mean, squares, withRatio }: ChatTrials, added: readonly number[]) => {
  let spread = { mean, squares };
  added.forEach((value, index) => {
    const distance = value - spread.mean;
    const next = spread.mean + distance / (withRatio.length + index + 1);
    spread = { mean: next, squares: spread.squares + distance * (value - next) };
  });
  return spread;
};

const withTrials = (chat: ChatTrials, trials: Data['trials']): ChatTrials => {
  const withRatio = trials.filter(({ sharpePerDay }) => sharpePerDay !== null);
  const found = new Set(withRatio.map(({ content }) => content));
  const failed = trials.filter(({ sharpePerDay }) => sharpePerDay === null);
  const ratios = withRatio.flatMap(({ sharpePerDay }) => (sharpePerDay === null ? [] : [sharpePerDay]));
  return {
    withRatio: [...chat.withRatio, ...found],
    withoutRatio: [
      ...chat.withoutRatio.filter((content) => !found.has(content)),
      ...failed.map(({ content }) => content),
    ],
    ...spreadWith(chat, ratios),
  };
};

/** Folds one event into the trials of a user. */
const evolveTrials = (trials: Trials, { data }: TrialsEvent): Trials => {
  const added = data.trials.filter(({ isNew }) => isNew).length;
  const key = rangeKey(data);
  return {
    chats: { ...trials.chats, [data.chatId]: withTrials(chatOf(trials, data.chatId), data.trials) },
    ranges: added === 0 ? trials.ranges : { ...trials.ranges, [key]: (trials.ranges[key] ?? 0) + added },
    total: trials.total + added,
  };
};

/** A content that was tried, with its Sharpe ratio of a day; null where it failed or has none. */
export type Trial = Omit<Data['trials'][number], 'isNew'>;

/** All of one range. */
export type TrialsCommand = { readonly type: 'CountTrials' } & Omit<Data, 'trials'> & {
    readonly trials: readonly Trial[];
  };

/** Each content once, a Sharpe ratio before none. */
const eachOnce = (trials: readonly Trial[]): Trial[] => {
  const known = new Map<string, Trial>();
  for (const trial of trials)
    if ((known.get(trial.content)?.sharpePerDay ?? null) === null) known.set(trial.content, trial);
  return [...known.values()];
};

/** Counts what was not counted yet; a content without a Sharpe ratio gets one when it has one later. */
const decideTrials = ({ type: _, ...data }: TrialsCommand, state: Trials): TrialsEvent[] => {
  const { withRatio, withoutRatio } = chatOf(state, data.chatId);
  const inChat = { withRatio: new Set(withRatio), withoutRatio: new Set(withoutRatio) };
  const anywhere = new Set(
    Object.values(state.chats).flatMap((chat) => [...chat.withRatio, ...chat.withoutRatio]),
  );
  const counted = eachOnce(data.trials).filter(
    ({ content, sharpePerDay }) =>
      !inChat.withRatio.has(content) && !(sharpePerDay === null && inChat.withoutRatio.has(content)),
  );
  let room = TRIALS_OF_USER_MAX - state.total;
  const trials = counted.flatMap((trial) => {
    const isNew = !anywhere.has(trial.content);
    if (isNew && room <= 0) return [];
    room -= isNew ? 1 : 0;
    return [{ ...trial, isNew }];
  });
  return trials.length === 0 ? [] : [{ type: 'TrialsCounted', data: { ...data, trials } }];
};

/** One aggregate per user, so that a content which two chats have tried is one for the account. */
export const trialsAggregate = {
  ...backtestEvents.trials,
  stateVersion: 1,
  initial: noTrials,
  evolve: evolveTrials,
  decide: decideTrials,
  userOf: (userId: string) => userId,
} as const;

/** The trials of a chat: their number, and the variance of those that have a Sharpe ratio. */
export const spreadOf = (trials: Trials, chatId: string): TrialSpread => {
  const { withRatio, withoutRatio, squares } = chatOf(trials, chatId);
  return {
    count: withRatio.length + withoutRatio.length,
    variance: withRatio.length < 2 ? null : squares / (withRatio.length - 1),
  };
};

/** How many different contents a user has tried on a range, in all chats. */
export const trialsOfRange = ({ ranges }: Trials, range: Range): number => ranges[rangeKey(range)] ?? 0;
