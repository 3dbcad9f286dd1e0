// Later messages change the idea under discussion: parts of it change or go, or another one begins.

import { ADDS, hasMain, startsAnew, takeAdded } from './follow-up.ts';
import type { Idea, Period, Ranking, Signal } from './idea.ts';
import { readIdea, readParts } from './read-idea.ts';
import { leaveMany, readMany } from './read-ranking.ts';
import { openMessage, PERIOD, periodIn } from './words.ts';

export type Discussed = {
  readonly idea: Idea;
  /** The parts of the newest message that were not understood, as they were written. */
  readonly leftOut: readonly string[];
  /** The coins that the newest message adds. */
  readonly added: readonly string[];
};

/** Parts by the words that take them away. */
const REMOVED: readonly (readonly [RegExp, readonly (keyof Idea)[]])[] = [
  [/\b(?:stop|stops|stop loss)\b/, ['trailingStop', 'entryStop']],
  [/\b(?:profit|profits|target)\b/, ['profit']],
  [/\b(?:cap|limit|maximum)\b/, ['cap']],
  [/\b(?:filter|regime|market condition)\b/, ['filter']],
  [/\bvolatility\b/, ['volatility']],
  [/\bbands?\b/, ['band']],
  [/\b(?:exclusion|exclusions)\b/, ['without']],
];
const REMOVAL =
  / (?:without|no|drop|remove|skip|leave out|get rid of|forget|forget about|delete|take out|turn off|lose|not) (?:(?:the|a|any|my|that) )?(?:(?:trailing|market|regime|\$\w+|trend|loss|volatility|drift) )?(?:stop losses|stop loss|stops?|take ?profits?|profit targets?|cap|limit|maximum|filter|regime filter|market condition|volatility target|bands?|exclusions?)(?: please| part| for now)?(?= )/;
const SWAPS: readonly RegExp[] = [
  / (?:use |with |hold |on |take |make it )?(\$\w+) (?:instead of|rather than|not|in place of) (\$\w+)(?= )/,
  / (?:instead of|rather than|in place of) (\$\w+) (?:, )?(?:use |hold |take )?(\$\w+)(?= )/,
  / (?:replace|swap|switch|change) (\$\w+) (?:with|for|by|to|against) (\$\w+)(?= )/,
];
/** Words for what a number was before, which the idea already says. */
const BEFORE =
  / (?:instead of|rather than|not|and not|from) (?:the )?\d+(?:\.\d+)?(?:%|d|h|b)?(?: coins?| average)?(?= )/;

/** A number of days by itself is that of the idea's main part. */
const DAYS_INSTEAD = new RegExp(
  ` (?:(?:use|make|it|try|with|what|about|if|how|now|a|the|take|over|lookback|window|of|to|set|change|and|but|for|look|back|last|,|momentum) ){0,7}${PERIOD}(?: (?:lookback|window|instead|please|now|period|average|momentum|look back)){0,2}(?= [.,·]| $)`,
);

const withoutParts = (idea: Idea, keys: readonly (keyof Idea)[]): Idea =>
  Object.fromEntries(Object.entries(idea).filter(([key]) => !keys.includes(key as keyof Idea)));

/** Gives the period to the main part. */
const withPeriod = (idea: Idea, period: Period): Idea => {
  if (idea.score) return { ...idea, score: { ...idea.score, period } };
  const [first, ...others] = idea.signals ?? [];
  if (first) {
    const { exit: _, ...signal } = { exit: undefined, ...first } as Signal & { exit?: unknown };
    return {
      ...idea,
      signals: [{ ...(first.kind === 'breakout' ? signal : first), period } as Signal, ...others],
    };
  }
  return { ...idea, period };
};

/** "The top 2" of the calmest are the calmest; "the weakest 2" turns a ranking round. */
const TURNS_UP = /\b(?:highest|strongest|best performing)\b/i;
const mergedRanking = (before: Idea, own: Idea, text: string): Ranking | undefined => {
  if (!own.ranking || !before.ranking) return own.ranking ?? before.ranking;
  const { order, count, isHalf } = own.ranking;
  const many = isHalf ? { isHalf } : count === undefined ? {} : { count };
  const { count: oldCount, isHalf: oldHalf } = before.ranking;
  const old = { ...(oldCount !== undefined && { count: oldCount }), ...(oldHalf && { isHalf: oldHalf }) };
  const isTurned = own.score || order === 'lowest' || TURNS_UP.test(text);
  return { order: isTurned ? order : before.ranking.order, ...(Object.keys(many).length > 0 ? many : old) };
};

const mergedSignals = (before: readonly Signal[], own: readonly Signal[]): readonly Signal[] => [
  ...before.map((signal) => {
    const fresh = own.find(({ kind }) => kind === signal.kind);
    return fresh ? ({ ...signal, ...fresh } as Signal) : signal;
  }),
  ...own.filter(({ kind }) => !before.some((signal) => signal.kind === kind)),
];

const merged = (before: Idea, own: Idea, text: string): Idea => {
  const isOther = /\binstead\b/i.test(text) && !/\binstead of (?:the )?\d/i.test(text);
  const ownSignals = own.signals ?? [];
  const isSameKind = ownSignals.some(({ kind }) => before.signals?.some((signal) => signal.kind === kind));
  // "Use RSI instead": another main part, everything else stays.
  const replaces =
    isOther &&
    ((ownSignals.length > 0 && !isSameKind) || (own.score !== undefined && before.score === undefined));
  const kept = replaces
    ? withoutParts(before, ['signals', 'score', 'ranking', 'period', 'isAlways'])
    : before;
  const signals = mergedSignals(kept.signals ?? [], ownSignals);
  const ranking = mergedRanking(kept, own, text);
  const coins =
    own.coins && kept.coins && ADDS.test(text)
      ? [...new Set([...kept.coins, ...own.coins])]
      : (own.coins ?? kept.coins);
  const score = own.score && { ...(kept.score?.kind === own.score.kind ? kept.score : {}), ...own.score };
  const { period, ...parts } = own;
  const result: Idea = {
    ...kept,
    ...parts,
    ...(signals.length > 0 && { signals }),
    ...(ranking && { ranking }),
    ...(score && { score }),
    ...(coins && { coins: coins.filter((coin) => !own.without?.includes(coin)) }),
  };
  return period ? withPeriod(result, period) : result;
};

const swapped = (idea: Idea, from: string, to: string): Idea => {
  const coin = (name: string): string => (name === from ? to : name);
  const { weighting, filter, coins, without } = idea;
  return {
    ...idea,
    ...(coins && { coins: [...new Set(coins.map(coin))] }),
    ...(without && { without: without.map(coin) }),
    ...(filter?.market !== undefined && { filter: { ...filter, market: coin(filter.market) } }),
    ...(weighting?.kind === 'fixed' && {
      weighting: {
        kind: 'fixed',
        shares: Object.fromEntries(
          Object.entries(weighting.shares).map(([name, share]) => [coin(name), share]),
        ),
      },
    }),
  };
};

const ticker = (word: string | undefined): string => String(word).slice(1).toUpperCase();

/** The idea after one more message; undefined while none has been named. */
const next = (before: Discussed | undefined, text: string): Discussed | undefined => {
  const message = openMessage(text);
  let idea = before?.idea;
  if (idea) {
    for (let removal = message.take(REMOVAL); removal !== undefined; removal = message.take(REMOVAL)) {
      const words = removal;
      idea = withoutParts(idea, REMOVED.find(([pattern]) => pattern.test(words))?.[1] ?? []);
    }
    for (const [at, pattern] of SWAPS.entries()) {
      const found = pattern.exec(message.rest());
      if (!found) continue;
      message.take(pattern);
      const [to, from] = at === 0 ? [found[1], found[2]] : [found[2], found[1]];
      idea = swapped(idea, ticker(from), ticker(to));
    }
    while (message.take(BEFORE) !== undefined);
  }
  const alone = readParts(openMessage(text));
  if (!idea) return hasMain(alone) ? first(text) : undefined;
  const added = takeAdded(message);
  const days = hasMain(alone) ? undefined : message.take(DAYS_INSTEAD);
  const read = { ...readParts(message), ...periodIn(days ?? '') };
  if (startsAnew(idea, read, text)) return first(text);
  const many = idea.ranking && read.ranking?.count === undefined ? readMany(message) : undefined;
  leaveMany(message);
  const own = { ...read, ...(many && { ranking: { ...read.ranking, ...many } }) };
  return { idea: withCoins(merged(idea, own, text), added), leftOut: message.leftOut(), added };
};

/** A message that no other one comes before, as far as its idea is concerned. */
const first = (text: string): Discussed => {
  const { idea, leftOut } = readIdea(text);
  return { idea, leftOut, added: [] };
};

/** Where all coins are held, one more is a matter of the portfolio. */
const withCoins = (idea: Idea, added: readonly string[]): Idea => {
  if (added.length === 0) return idea;
  const { without, coins, ...rest } = idea;
  const still = without?.filter((coin) => !added.includes(coin)) ?? [];
  return {
    ...rest,
    ...(still.length > 0 && { without: still }),
    ...(coins && { coins: [...new Set([...coins, ...added])] }),
  };
};

/** The idea that the messages discuss, as the last of them leaves it. */
export const discussedIdea = (asked: readonly string[]): Discussed | undefined =>
  asked.reduce<Discussed | undefined>(next, undefined);
