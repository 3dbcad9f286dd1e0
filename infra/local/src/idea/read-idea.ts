// Reads a message part by part; what no reader takes is what was not understood.
import type { Idea } from './idea.ts';
import { readHoldings, readWeighting } from './read-holdings.ts';
import { readLimits, readShares } from './read-limits.ts';
import { leaveOthers, readFilter } from './read-market.ts';
import { readRanking, readRated } from './read-ranking.ts';
import { readCadence, readWindow } from './read-timing.ts';
import { readPlainTrend, readSignals, takeNames } from './read-trends.ts';
import { type Message, openMessage, PERIOD, periodIn } from './words.ts';

export type Reading = {
  readonly idea: Idea;
  /** As it was written. */
  readonly leftOut: readonly string[];
};

/** The parts in the order in which they may be taken: what is longer and more special comes first. */
export const readParts = (message: Message): Idea => {
  const filter = readFilter(message);
  const limits = readLimits(message);
  leaveOthers(message, filter, limits.entryStop !== undefined || limits.trailingStop !== undefined);
  const shares = readShares(message);
  const window = readWindow(message);
  const cadence = readCadence(message);
  const weighting = shares ? ({ kind: 'fixed', shares } as const) : readWeighting(message);
  const rated = readRated(message);
  const signals = readSignals(message);
  const { isDual, ...found } = rated ?? readRanking(message);
  const isOpen = found.score === undefined && (signals.length === 0 || found.ranking !== undefined);
  const trend = isOpen ? readPlainTrend(message) : undefined;
  // "Momentum, top 3" ranks by it.
  const isRanked = found.ranking !== undefined && trend?.kind === 'change';
  const ranked = isRanked
    ? { ...found, score: { kind: 'momentum' as const, ...(trend.period && { period: trend.period }) } }
    : found;
  takeNames(message, signals);
  const held = readHoldings(message);
  const period = message.take(LOOKBACK);
  const dual = isDual ? [{ kind: 'change', over: 0, isLess: false } as const] : [];
  const all = [...signals, ...(trend && !isRanked ? [trend] : []), ...dual];
  return {
    ...held,
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

const LAST = '(?:(?:a|an|the|last|past|previous) ){0,3}';
const LOOKBACK = new RegExp(
  ` (?:(?:over|using|measured over|based on|with|and|,) ){0,2}(?:(?:over|using|measured over|based on|of) ${LAST}${PERIOD}|${LAST}${PERIOD} (?:lookback|look back|window|period)|(?:lookback|look back|window|period)(?: (?:of|is|:)){0,2} ${PERIOD}|[,:;] ${PERIOD}(?= [,.;·]| $))(?= )`,
);

/** All that a message says. */
export const readIdea = (text: string): Reading => {
  const message = openMessage(text);
  const idea = readParts(message);
  return { idea, leftOut: message.leftOut() };
};
