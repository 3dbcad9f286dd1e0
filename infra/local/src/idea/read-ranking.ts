// Reads which coins are picked: by what they are ranked, from which end, and how many of them.
import type { Ranking, Score } from './idea.ts';
import { type Message, NUMBER, PERIOD, periodIn } from './words.ts';

type Kind = Score['kind'];

const OF =
  '(?:(?:of|in|over|by|to|with|its|their|the|a|last|past|previous|prior|trailing|recent|measured|from|for|lookback|window|based|on|during) ){0,6}';
const COINS = '(?:coins?|ones?|names?|performers|gainers|losers|winners)';

/** What is measured, the special before the general. */
const MEASURES: readonly (readonly [Kind, string])[] = [
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

const UP = '(?:highest|best|strongest|largest|biggest|greatest|most|top|leading|higher|high|better)';
const DOWN = '(?:lowest|worst|weakest|smallest|least|bottom|lower|low|poorest)';
const LOWEST = new RegExp(
  `\\b(?:${DOWN}|losers?|laggards?|less|calmest|quietest|steadiest|stablest|safest|fell|fallen|lost|dropped|descending)\\b`,
);

const AFTER = `(?: ${OF}${PERIOD})?`;
const BY =
  '(?:(?:ranked|rank|ranking|sorted|sort|measured|scored|chosen|picked|selected|judged|based|by|on|in terms of|in|of|with|having|for|according to|whose|that|which|have|has|had|showing|the|their|its|:) ){1,6}';
const HOW_MANY: readonly RegExp[] = [
  new RegExp(
    `(?<!\\d )\\b(?:top|best|strongest|leading|worst|weakest|bottom|lowest|highest|calmest|biggest|largest)(?: performing)? (${NUMBER})(?![\\w.%])`,
  ),
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

const rankingIn = (text: string): Ranking => {
  const count = countIn(text);
  const order = LOWEST.test(text) ? 'lowest' : 'highest';
  if (/\bhalf\b|\b50%/.test(text)) return { order, isHalf: true };
  const isOne = /\b(?:coin|one)\b/.test(text) && !/\bcoins\b/.test(text) && !/\bper coin\b/.test(text);
  return { order, ...(count !== undefined ? { count } : isOne ? { count: 1 } : {}) };
};

const HEAD = `(?:(?:hold|buy|own|pick|keep|rotate into|choose|select|rank|be in|invest in|only|just|the|all|coins?|into|in|a|always|and|to|go long) ){0,6}`;
const THAT = `(?:(?:that|which|who|have|has|had|with|of|having|showing|by|the) ){0,5}`;

type Reader = { readonly pattern: RegExp; readonly kind: Kind };

/** "the 3 coins with the strongest 90d momentum", "top 3 by momentum", "rank by 60d return and hold the best 2". */
const readersOf = ([kind, measure]: readonly [Kind, string]): Reader[] =>
  [
    `${HEAD}(?:(?:top|bottom|best|worst) )?(?:${NUMBER} )?(?:(?:top|best|bottom|worst) )?${COINS} ${THAT}(?:${UP}|${DOWN}) (?:(?:ratio|of) ){0,2}${measure}${AFTER}`,
    `${HEAD}(?:top|bottom|best|worst|strongest|weakest|leading|highest|lowest)(?: (?:${NUMBER}|half|50%|performing|of|the|all|${COINS})){0,5} ${BY}(?:(?:highest|lowest|strongest|weakest|best) )?${measure}${AFTER}`,
    `${HEAD}${NUMBER} (?:strongest|weakest|best|worst|top|bottom|highest|lowest|leading)(?: (?:${COINS}|performing)){0,2} ${BY}(?:(?:highest|lowest|strongest|weakest|best) )?${measure}${AFTER}`,
    `${HEAD}(?:${NUMBER} )?${COINS} ${BY}(?:(?:highest|lowest|strongest|weakest|best|top|most|least) )${measure}${AFTER}`,
    `(?:rank|sort|score|order|compare)(?:ed|s|ing)?(?: (?:all|the|coins?|every|each|my|them|portfolio|universe)){0,4} (?:by|on|according to)(?: (?:its|their|the|descending|ascending|lowest|highest)){0,2} ${measure}${AFTER}(?: (?:[,;.]|and|then|descending|ascending|high to low|from|to|low|high|each week|i|we|only)){0,5}(?: (?:hold|buy|own|keep|take|pick|invest in|long)(?: (?:only|the|in)){0,3} (?:top|bottom|best|worst|strongest|weakest|highest|lowest|first)?(?: ${NUMBER}| half)?(?: (?:ranked|coins?|ones|strongest|weakest|best|lowest|highest))?)?`,
    `${HEAD}(?:top|bottom|best|worst|strongest|weakest|highest|lowest) ${NUMBER} ${measure}(?: ${COINS})?${AFTER}`,
    `${HEAD}(?:${NUMBER} )?(?:highest|lowest|strongest|weakest|best|worst|high|low|top|least|most|smallest|largest|biggest) ${measure}(?: (?:${COINS}))?${AFTER}`,
  ].map((source) => ({ kind, pattern: new RegExp(` ${source}(?= )`) }));

const VOLATILE = `${HEAD}(?:${NUMBER} )?(?:least|lowest) risk(?: ${COINS})?${AFTER}|${HEAD}(?:${NUMBER} )?(?:least|most|less|lowest) (?:volatile|risky|jumpy)(?: ${NUMBER})?(?: ${COINS})?${AFTER}|${HEAD}(?:top |the )?(?:${NUMBER} )?(?:calmest|quietest|steadiest|safest|stablest|calmer|wildest)(?: ${NUMBER})?(?: ${COINS})?(?: (?:by|in terms of|measured by|with the lowest)(?: their)? (?:${PERIOD} )?volatility)?${AFTER}`;

const RATED = `${HEAD}(?:${NUMBER} )?(?:coins? )?(?:(?:that|which|who|have|has|with|the) ){0,4}(?:rose|risen|gained|climbed|went up|rallied|fell|fallen|lost|dropped) (?:the )?(?:most|least|hardest|fastest)${AFTER}`;

/** "Whichever coin did best". */
const WHICHEVER = new RegExp(
  ` (?:(?:hold|buy|own|in|into|the|be) ){0,4}(?:whichever|whatever|which)(?: coin| one)? (?:(?:has|had|did|does|performed|is|was|rose|gained|done|performs|the) ){1,4}(?:best|most|strongest|highest)(?: (?:${PERIOD} )?(?:momentum|return|performance|strength))?${AFTER}(?= )`,
);
/** "Whichever is stronger", of two. */
const COMPARED = new RegExp(
  ` (?:(?:pick|hold|buy|choose|take|own|whichever|which|whatever|one|that|the|is|has|had|have|did|does|performed|based|on|to|according|are|in|into|with|a) ){0,8}(?:stronger|better|weaker|worse)(?: (?:one|of|the|coin|two|2|performing|performer)){0,3}(?: (?:${PERIOD} )?(?:momentum|return|performance|strength))?${AFTER}(?= )`,
);
const FURTHEST = new RegExp(
  ` ${HEAD}(?:(?:top )?${NUMBER} )?(?:${COINS} )?(?:(?:that|which|are|is|the|trade|trading) ){0,3}(?:furthest|farthest|highest|most) (?:above|below|from) (?:(?:its|their|the) ){0,1}(?:${PERIOD} )?(?:moving )?avg${AFTER}(?= )`,
);

const PLAIN = `${HEAD}(?:(?:max|maximum|at most|up to|no more than) ${NUMBER} ${COINS}|(?:top|best|worst|strongest|weakest|leading|bottom)(?: (?:performing|relative strength|momentum))?(?: (?:${NUMBER}|half of|half|50% of|50%|one))?(?: (?:of|the|all|my|performing)){0,3}(?: ${COINS})?|${NUMBER} (?:of the )?(?:top|best|worst|strongest|weakest|leading|bottom)(?: performing)?(?: ${COINS})?|(?:(?:top|the|last|recent) )?(?:${NUMBER} )?(?:best |worst |top |biggest )?(?:performers|winners|leaders|losers|laggards|gainers|movers))${AFTER}`;

const DUAL = `(?:use |a |with |classic ){0,3}(?:dual|relative|cross sectional) (?:momentum|strength)(?: (?:strategy|rotation|with|of|on))?(?: (?:the )?top ${NUMBER}(?: ${COINS})?)?${AFTER}`;
const ROTATION = `(?:momentum|relative strength) rotation${AFTER}`;

const READERS: readonly Reader[] = [
  ...MEASURES.slice(0, 1).flatMap(readersOf),
  ...MEASURES.slice(1).flatMap(readersOf),
  { kind: 'volatility', pattern: new RegExp(` (?:${VOLATILE})(?= )`) },
];

/** Without such a word there is no need to look closer. */
const NEEDED: Readonly<Record<Kind, RegExp>> = {
  ratio: /\b(?:ratio|adjusted|sharpe|volatility|risk)\b/,
  rsi: /\b(?:rsi|relative strength)\b/,
  distance: /\b(?:distance|z ?scores?|deviation)\b/,
  volatility: /\b(?:volatility|volatile|risk|risky|jumpy|\w+est|calmer)\b/,
  volume: /\b(?:volume|liquidity)\b/,
  momentum: /\b(?:momentum|strength|return|roc|change|performance|trend)\b/,
};

export type Ranked = {
  readonly score?: Score;
  readonly ranking?: Ranking;
  /** It also asks that the coins themselves rose. */
  readonly isDual?: boolean;
};

const followed = (message: Message, ranking: Ranking): Ranking => {
  if (ranking.count !== undefined || ranking.isHalf) return ranking;
  const more =
    message.take(new RegExp(` ${PLAIN}(?= )`)) ??
    message.take(
      new RegExp(
        ` (?:hold|keep|buy|pick|own|only|take) (?:only )?(?:the )?(?:(?:calmest|lowest|highest|best|top|strongest|weakest|bottom) )?(?:${NUMBER}|half)(?: ${COINS})?(?= )`,
      ),
    );
  if (more === undefined) return ranking;
  const own = rankingIn(more);
  return { ...ranking, ...own, order: LOWEST.test(more) ? 'lowest' : ranking.order };
};

/** "The coins that rose most", "furthest above their average": read before conditions, as these begin like one. */
export const readRated = (message: Message): Ranked | undefined => {
  const far = message.take(FURTHEST);
  if (far !== undefined) {
    const { count, isHalf } = rankingIn(far);
    const order = /\bbelow\b/.test(far) ? 'lowest' : 'highest';
    return {
      score: { kind: 'distance', ...periodIn(far) },
      ranking: followed(message, { order, ...(count && { count }), ...(isHalf && { isHalf }) }),
    };
  }
  const stronger = message.take(WHICHEVER) ?? message.take(COMPARED);
  if (stronger !== undefined) {
    const by =
      message.take(
        new RegExp(
          ` (?:by|based on|in terms of|according to|in)(?: (?:its|their|the)){0,2} (?:${PERIOD} )?(?:return|momentum|performance|strength)${AFTER}(?= )`,
        ),
      ) ?? '';
    const order = /\b(?:weaker|worse)\b/.test(stronger) ? 'lowest' : 'highest';
    return { score: { kind: 'momentum', ...periodIn(`${stronger} ${by}`) }, ranking: { order, count: 1 } };
  }
  const found = message.take(new RegExp(` ${RATED}(?= )`));
  if (found === undefined) return undefined;
  const { order: _, ...many } = rankingIn(found);
  const isFall = /\b(?:fell|fallen|lost|dropped)\b/.test(found);
  const order = isFall !== /\bleast\b/.test(found) ? 'lowest' : 'highest';
  return { score: { kind: 'momentum', ...periodIn(found) }, ranking: followed(message, { ...many, order }) };
};

/** What coins are ranked by, and which of them are held. */
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
  for (const { kind, pattern } of READERS) {
    if (!NEEDED[kind].test(message.rest())) continue;
    const found = message.take(pattern);
    if (found === undefined) continue;
    const own = rankingIn(found);
    return { score: { kind, ...periodIn(found) }, ranking: followed(message, own) };
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
