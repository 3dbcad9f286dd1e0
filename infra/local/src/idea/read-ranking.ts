// Reads which coins are picked: by what they are ranked, from which end, and how many of them.
import type { Ranking, Score } from './idea.ts';
import { EVER, type Message, NUMBER, PERIOD, periodIn } from './words.ts';

export type Kind = Score['kind'];

const OF =
  '(?:(?:of|in|over|by|to|with|its|their|the|a|last|past|previous|prior|trailing|recent|measured|from|for|lookback|window|based|on|during) ){0,6}';
export const COINS = '(?:coins?|ones?|names?|performers|gainers|losers|winners)';

/** The words of each measure, the special before the general. */
export const MEASURES: readonly (readonly [Kind, string])[] = [
  [
    'ratio',
    `(?:(?:${PERIOD} )?ratio of (?:${PERIOD} )?(?:return|momentum) (?:to|and|over|divided by|per) (?:${PERIOD} )?(?:volatility|risk)|(?:${PERIOD} )?(?:return|momentum|reward) (?:to|per|over|divided by|/|for) (?:unit of |its |their )?(?:${PERIOD} )?(?:volatility|risk)(?: ratio)?|(?:${PERIOD} )?(?:risk|volatility) adjusted (?:return|momentum|performance)|(?:${PERIOD} )?sharpe(?: ratio| ratios)?)`,
  ],
  ['rsi', `(?:${PERIOD} )?(?:rsi|relative strength index)(?: 14)?`],
  [
    'distance',
    `(?:${PERIOD} )?(?:distance (?:from|above|to|below)|z ?scores?|deviation from) ?(?:(?:its|their|the) )?(?:${PERIOD} )?(?:moving )?(?:avg|mean|average)?`,
  ],
  ['volatility', `(?:${PERIOD} )?volatility`],
  ['volume', `(?:${PERIOD} )?(?:average |avg |trading |dollar )?(?:volume|liquidity)`],
  [
    'momentum',
    `(?:${PERIOD} )?(?:relative |absolute |dual |price |cross sectional )?(?:momentum|strength|return|roc|rate of change|change|performance|trend)`,
  ],
];

/** A word for one end of a ranking. */
export const DIRECTION =
  '(?:top|bottom|best|worst|strongest|weakest|highest|lowest|leading|calmest|quietest|steadiest|safest|wildest|closest|nearest|furthest|farthest|smallest|largest|biggest)';
const UP = '(?:highest|best|strongest|largest|biggest|greatest|most|top|leading|higher|high|better)';
const DOWN = '(?:lowest|worst|weakest|smallest|least|bottom|lower|low|poorest)';
const LOWEST = new RegExp(
  `\\b(?:${DOWN}|losers?|laggards?|less|calmest|quietest|steadiest|stablest|safest|fell|fallen|lost|dropped|descending)\\b`,
);

export const AFTER = `(?: ${OF}${PERIOD})?`;
const BY =
  '(?:(?:ranked|rank|ranking|sorted|sort|measured|scored|chosen|picked|selected|judged|based|by|on|in terms of|in|of|with|having|for|according to|whose|that|which|have|has|had|showing|the|their|its|:) ){1,6}';
const HOW_MANY: readonly RegExp[] = [
  new RegExp(`(?<!\\d )\\b${DIRECTION}(?: performing)? (${NUMBER})(?![\\w.%])`),
  new RegExp(
    `(?<![\\w.])(${NUMBER})(?: (?:of the|different|best|strongest|worst|weakest|leading|top|bottom|calmest|highest|lowest|biggest|largest|least|most|performing|volatile|coins?|names|winners|losers|laggards|leaders|performers))`,
  ),
  new RegExp(`\\b(?:hold|buy|pick|keep|own|choose|select|only|just|the) (${NUMBER})(?![\\w.%])`),
];
const COUNT_MOST = 50;

const countIn = (text: string): number | undefined => {
  for (const pattern of HOW_MANY) {
    const count = Number(pattern.exec(text)?.[1] ?? Number.NaN);
    if (Number.isInteger(count) && count >= 1 && count <= COUNT_MOST) return count;
  }
  return undefined;
};

export const rankingIn = (text: string): Ranking => {
  const count = countIn(text);
  const order = LOWEST.test(text) ? 'lowest' : 'highest';
  if (/\bhalf\b|\b50%/.test(text)) return { order, isHalf: true };
  const isOne = /\b(?:coin|one)\b/.test(text) && !/\bcoins\b/.test(text) && !/\bper coin\b/.test(text);
  return { order, ...(count !== undefined ? { count } : isOne ? { count: 1 } : {}) };
};

export const HEAD = `(?:(?:hold|buy|own|pick|keep|rotate into|choose|select|rank|be in|invest in|only|just|the|all|coins?|into|in|a|always|and|to|go long) ){0,6}`;
const THAT = `(?:(?:that|which|who|have|has|had|with|of|having|showing|by|the) ){0,5}`;

type Reader = { readonly pattern: RegExp; readonly kind: Kind };

/** "the 3 coins with the strongest 90d momentum", "top 3 by momentum", "rank by 60d return and hold the best 2". */
export const readersOf = ([kind, measure]: readonly [Kind, string]): Reader[] =>
  [
    `${HEAD}(?:(?:top|bottom|best|worst) )?(?:${NUMBER} )?(?:(?:top|best|bottom|worst) )?${COINS} ${THAT}(?:${UP}|${DOWN}) (?:(?:ratio|of) ){0,2}${measure}${AFTER}`,
    `${HEAD}(?:top|bottom|best|worst|strongest|weakest|leading|highest|lowest)(?: (?:${NUMBER}|half|50%|performing|of|the|all|${COINS})){0,5} ${BY}(?:(?:highest|lowest|strongest|weakest|best) )?${measure}${AFTER}`,
    `${HEAD}${NUMBER} (?:strongest|weakest|best|worst|top|bottom|highest|lowest|leading)(?: (?:${COINS}|performing)){0,2} ${BY}(?:(?:highest|lowest|strongest|weakest|best) )?${measure}${AFTER}`,
    `${HEAD}(?:${NUMBER} )?${COINS} ${BY}(?:(?:highest|lowest|strongest|weakest|best|top|most|least) )${measure}${AFTER}`,
    `(?:rank|sort|score|order|compare)(?:ed|s|ing)?(?: (?:all|the|coins?|every|each|my|them|portfolio|universe)){0,4} (?:by|on|according to)(?: (?:its|their|the|descending|ascending|lowest|highest)){0,2} ${measure}${AFTER}(?: (?:[,;.]|and|then|descending|ascending|high to low|from|to|low|high|each week|i|we|only|(?:${DIRECTION}) first)){0,5}(?: (?:hold|buy|own|keep|take|pick|invest in|long)(?: (?:only|the|in)){0,3}(?: (?:${DIRECTION}|first))?(?: ${NUMBER}| half)?(?: (?:ranked|coins?|ones|of them|${DIRECTION})){0,3})?`,
    `${HEAD}(?:top|bottom|best|worst|strongest|weakest|highest|lowest) ${NUMBER} ${measure}(?: ${COINS})?${AFTER}`,
    `${HEAD}(?:${NUMBER} )?(?:highest|lowest|strongest|weakest|best|worst|high|low|top|least|most|smallest|largest|biggest) ${measure}(?: (?:${COINS}))?${AFTER}`,
  ].map((source) => ({ kind, pattern: new RegExp(` ${source}(?= )`) }));

const VOLATILE = `${HEAD}(?:${NUMBER} )?(?:least|lowest) risk(?: ${COINS})?${AFTER}|${HEAD}(?:${NUMBER} )?(?:least|most|less|lowest) (?:volatile|risky|jumpy)(?: ${NUMBER})?(?: ${COINS})?${AFTER}|${HEAD}(?:top |the )?(?:${NUMBER} )?(?:calmest|quietest|steadiest|safest|stablest|calmer|wildest)(?: ${NUMBER})?(?: ${COINS})?(?: (?:by|in terms of|measured by|with the lowest)(?: their)? (?:${PERIOD} )?volatility)?${AFTER}`;

const PLAIN = `${HEAD}(?:(?:max|maximum|at most|up to|no more than) ${NUMBER} ${COINS}|${NUMBER} ${COINS} (?:at most|max|maximum)|(?:top|best|worst|strongest|weakest|leading|bottom)(?: (?:performing|relative strength|momentum))?(?: (?:${NUMBER}|half of|half|50% of|50%|one))?(?: (?:of|the|all|my|performing)){0,3}(?: ${COINS})?|${NUMBER} (?:of the )?(?:top|best|worst|strongest|weakest|leading|bottom)(?: performing)?(?: ${COINS})?|(?:make it |that )?(?:the )?(?:${NUMBER} (?:highest|lowest)|(?:highest|lowest) ${NUMBER})(?: ranked)?(?: ${COINS})?(?! (?:close|closes|high|highs|low|lows|price|prices|volatility|return|rsi|volume))|(?:(?:top|the|last|recent) )?(?:${NUMBER} )?(?:best |worst |top |biggest )?(?:performers|winners|leaders|losers|laggards|gainers|movers))${AFTER}`;

const DUAL = `(?:use |a |with |classic ){0,3}(?:dual|relative|cross sectional) (?:momentum|strength)(?: (?:strategy|rotation|with|of|on))?(?: (?:the )?top ${NUMBER}(?: ${COINS})?)?${AFTER}`;
const ROTATION = `(?:momentum|relative strength) rotation${AFTER}`;

const READERS: readonly Reader[] = [
  ...MEASURES.flatMap(readersOf),
  { kind: 'volatility', pattern: new RegExp(` (?:${VOLATILE})(?= )`) },
];

/** Without such a word there is no need to look closer. */
export const NEEDED: Readonly<Record<Kind, RegExp>> = {
  nearness: /\b(?:high|highs|peak|highest|maximum)\b/,
  ratio: /\b(?:ratio|adjusted|sharpe|volatility|risk)\b/,
  rsi: /\b(?:rsi|relative strength)\b/,
  distance: /\b(?:distance|z ?scores?|deviation)\b/,
  volatility: /\b(?:volatility|volatile|risk|risky|jumpy|\w+est|calmer)\b/,
  volume: /\b(?:volume|liquidity)\b/,
  momentum: /\b(?:momentum|strength|return|roc|change|performance|trend)\b/,
};

export type Ranked = {
  /** Where it compares two by name. */
  readonly coins?: readonly string[];
  readonly score?: Score;
  readonly ranking?: Ranking;
  /** It also asks that the coins themselves rose. */
  readonly isDual?: boolean;
};

/** A measure to rank coins by, with the words that name it. */
export type Measured = { readonly text: string; readonly score: Score; readonly ranking: Ranking };

/** "With four coins", where it is known that coins are ranked. */
const MANY = new RegExp(
  ` (?:(?:make|it|that|the|with|hold|use|take|pick|but|only|now|to|just|same|buy|own|have|keep|and|in|for|please|instead|rather|exactly) ){0,8}${NUMBER}(?: (?:coins|coin|ones|names|${DIRECTION})){1,3}(?: (?:instead|please))?(?= )`,
);
const takenMany = (message: Message): string | undefined => {
  const found = MANY.exec(message.rest());
  return found && countIn(found[0]) !== undefined ? message.take(MANY) : undefined;
};

/** A new number of coins, or the other end, for the ranking of an earlier message. */
export const readMany = (message: Message): Ranking | undefined => {
  const more =
    takenMany(message) ??
    message.take(
      new RegExp(
        ` (?:make it|make that|take|hold|use|only|with|to|pick) (?:only |just )?(?:the )?(?:${NUMBER}(?= (?:[,.;·]|instead|please|$))|(?:the )?${DIRECTION} ${NUMBER}|${NUMBER} ${DIRECTION})(?: (?:instead|please))?(?= )`,
      ),
    );
  const ranking = more === undefined ? undefined : rankingIn(`${more} coins`.replace('coins coins', 'coins'));
  return (
    ranking && {
      ...ranking,
      ...(ranking.count === undefined && { count: Number(/\d+/.exec(more ?? '')?.[0]) }),
    }
  );
};

/** Marks a number of coins that no reader took. */
export const leaveMany = (message: Message): void => {
  message.take(/ (?:among|from|of|across|over|in) (?:the |my |all ){0,2}\d+ coins(?= )/);
  message.leave(new RegExp(` (?:${DIRECTION} )?(?!1 )\\d+ (?:${DIRECTION} )?(?:coins|ones|names)(?= )`));
};

/** "From highest to lowest" names both ends, and means the first. */
const SORTED = new RegExp(
  ` (?:from )?(?:the )?(highest|lowest|best|worst|strongest|weakest) to (?:the )?${DIRECTION}(?= )`,
);

export const followed = (message: Message, ranking: Ranking): Ranking => {
  if (ranking.count !== undefined || ranking.isHalf) return ranking;
  const more =
    message.take(new RegExp(` ${PLAIN}(?= )`)) ??
    message.take(
      new RegExp(
        ` (?:hold|keep|buy|pick|own|only|take) (?:only )?(?:the )?(?:${DIRECTION} )?(?:${NUMBER}|half)(?: (?:of them|ranked|${COINS}|${DIRECTION})){0,3}(?= )`,
      ),
    ) ??
    takenMany(message);
  if (more === undefined) return ranking;
  const own = rankingIn(more);
  return { ...ranking, ...own, order: LOWEST.test(more) ? 'lowest' : ranking.order };
};

const rankingEndOf = (sorted: string): Ranking['order'] =>
  LOWEST.test(sorted.split(' to ')[0] ?? '') ? 'lowest' : 'highest';

export const readMeasured = (message: Message, readers: readonly Reader[]): Measured | undefined => {
  for (const { kind, pattern } of readers) {
    if (!NEEDED[kind].test(message.rest())) continue;
    const found = message.take(pattern);
    if (found === undefined) continue;
    return {
      text: found,
      score: { kind, ...(/\ball time\b/.test(found) ? { period: EVER } : periodIn(found)) },
      ranking: followed(message, rankingIn(found)),
    };
  }
  return undefined;
};

/** Reads the measure that ranks coins, and which of them are held. */
export const readRanking = (message: Message): Ranked => {
  const dual = message.take(new RegExp(` ${DUAL}(?= )`)) ?? message.take(new RegExp(` ${ROTATION}(?= )`));
  if (dual !== undefined) {
    const ranking = followed(message, rankingIn(dual));
    return {
      score: { kind: 'momentum', ...periodIn(dual) },
      ranking: { ...ranking, order: 'highest' },
      isDual: /dual/.test(dual),
    };
  }
  const sorted = message.take(SORTED);
  const measured = readMeasured(message, READERS);
  if (measured !== undefined) {
    const { score, ranking } = measured;
    return { score, ranking: sorted === undefined ? ranking : { ...ranking, order: rankingEndOf(sorted) } };
  }
  const plain = message.take(new RegExp(` ${PLAIN}(?= )`));
  if (plain === undefined) return {};
  // Without days it is not said what is the best about them.
  const { period } = periodIn(plain);
  return {
    ranking: followed(message, rankingIn(plain)),
    ...(period && { score: { kind: 'momentum', period } }),
  };
};
