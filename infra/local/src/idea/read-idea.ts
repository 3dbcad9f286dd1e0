// Reads a message part by part; what no reader takes is what was not understood.
import type { Idea } from './idea.ts';
import { leaveFirst, leaveOthers } from './leave-others.ts';
import { readHoldings, readWeighting } from './read-holdings.ts';
import { readLimits, readShares } from './read-limits.ts';
import { readFilter } from './read-market.ts';
import { leaveMany, readRanking } from './read-ranking.ts';
import { readRated } from './read-rated.ts';
import { readCadence, readWindow } from './read-timing.ts';
import { readPlainTrend, readSignals, takeNames } from './read-trends.ts';
import { type Message, openMessage, PERIOD, periodIn, tickersIn } from './words.ts';

export type Reading = {
  readonly idea: Idea;
  /** As it was written. */
  readonly leftOut: readonly string[];
};

/** The coins that a reader took along with its words. */
const takenCoins = (before: string, after: string): readonly string[] => {
  const rest = after.split(' ');
  return tickersIn(
    before
      .split(' ')
      .filter((_, at) => rest[at]?.startsWith('·'))
      .join(' '),
  );
};

/** The parts in the order in which they may be taken: what is longer and more special comes first. */
export const readParts = (message: Message): Idea => {
  const isOfAll = ALL_COINS.test(message.rest());
  leaveFirst(message);
  const filter = readFilter(message);
  const limits = readLimits(message);
  leaveOthers(message, filter, limits.entryStop !== undefined || limits.trailingStop !== undefined);
  const shares = readShares(message);
  const unread = message.rest();
  const window = readWindow(message);
  const inWindow = takenCoins(unread, message.rest());
  const cadence = readCadence(message);
  const weighting = shares ? ({ kind: 'fixed', shares } as const) : readWeighting(message);
  const rated = readRated(message);
  const signals = readSignals(message);
  const { isDual, coins, ...found } = rated ?? readRanking(message);
  const isOpen = found.score === undefined && (signals.length === 0 || found.ranking !== undefined);
  const trend = isOpen ? readPlainTrend(message) : undefined;
  // "Momentum, top 3" ranks by it.
  const isRanked = found.ranking !== undefined && trend?.kind === 'change';
  const ranked = isRanked
    ? { ...found, score: { kind: 'momentum' as const, ...(trend.period && { period: trend.period }) } }
    : found;
  takeNames(message, signals);
  const { coins: ownCoins = [], ...held } = readHoldings(message, isOfAll);
  const named = [...new Set([...inWindow, ...(coins ?? []), ...ownCoins])];
  const period = message.take(LOOKBACK);
  const dual = isDual ? [{ kind: 'change', over: 0, isLess: false } as const] : [];
  const all = [...signals, ...(trend && !isRanked ? [trend] : []), ...dual];
  return {
    ...held,
    ...(named.length > 0 && { coins: named }),
    ...ranked,
    ...limits,
    ...(all.length > 0 && { signals: all }),
    ...(filter && { filter }),
    ...(window && { window }),
    ...(cadence && { cadence }),
    ...(weighting && { weighting }),
    ...(period !== undefined && periodIn(period)),
  };
};

/** Then a single coin that is named elsewhere is not all that is held. */
const ALL_COINS = / (?:all|every)(?: of)?(?: the| my)?(?: \d+)? coins? (?!but |: )/;
const LAST = '(?:(?:a|an|the|last|past|previous) ){0,3}';
const LOOKBACK = new RegExp(
  ` (?:(?:over|using|measured over|based on|with|and|,) ){0,2}(?:(?:over|using|measured over|based on|of) ${LAST}${PERIOD}|${LAST}${PERIOD} (?:lookback|look back|window|period)|(?:lookback|look back|window|period)(?: (?:of|is|:)){0,2} ${PERIOD}|[,:;] ${PERIOD}(?= [,.;·]| $))(?= )`,
);

/** All that a message says. */
export const readIdea = (text: string): Reading => {
  const message = openMessage(text);
  const idea = readParts(message);
  leaveMany(message);
  return { idea, leftOut: message.leftOut() };
};
