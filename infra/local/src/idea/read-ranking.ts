// Reads which coins are picked: by what they are ranked, from which end, and how many of them.
import type { Ranking, Score } from './idea.ts';
import { EVER, type Message, NUMBER, PERIOD, periodIn, tickersIn } from './words.ts';

type Kind = Score['kind'];

const OF =
  '(?:(?:of|in|over|by|to|with|its|their|the|a|last|past|previous|prior|trailing|recent|measured|from|for|lookback|window|based|on|during) ){0,6}';
const COINS = '(?:coins?|ones?|names?|performers|gainers|losers|winners)';

/** Read before conditions: a high by itself is that of a breakout. */
const NEARNESS: readonly [Kind, string] = [
  'nearness',
  `(?:(?:nearness|closeness|proximity|distance|how (?:close|near)|how far)(?: (?:they|it|coins?) (?:are|is))? (?:to|from|below|away from) (?:(?:its|their|the|a) ){0,2}(?:(?:${PERIOD}|all time) )?(?:high|highs|peak|highest close|maximum)(?: (?:of|over)(?: the| last| past){0,2} ${PERIOD})?)`,
];

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

/** A word for one end of a ranking. */
export const DIRECTION =
  '(?:top|bottom|best|worst|strongest|weakest|highest|lowest|leading|calmest|quietest|steadiest|safest|wildest|closest|nearest|furthest|farthest|smallest|largest|biggest)';
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
    `(?:rank|sort|score|order|compare)(?:ed|s|ing)?(?: (?:all|the|coins?|every|each|my|them|portfolio|universe)){0,4} (?:by|on|according to)(?: (?:its|their|the|descending|ascending|lowest|highest)){0,2} ${measure}${AFTER}(?: (?:[,;.]|and|then|descending|ascending|high to low|from|to|low|high|each week|i|we|only|(?:${DIRECTION}) first)){0,5}(?: (?:hold|buy|own|keep|take|pick|invest in|long)(?: (?:only|the|in)){0,3}(?: (?:${DIRECTION}|first))?(?: ${NUMBER}| half)?(?: (?:ranked|coins?|ones|of them|${DIRECTION})){0,3})?`,
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
/** "SOL when it is stronger than BTC, otherwise BTC". */
export const VERSUS = new RegExp(
  ` (?:(?:be|long|hold|own|buy|in|go|only|keep) ){0,4}(\\$\\w+) ,? ?(?:only )?(?:when|while|if|whenever|as long as) (?:it|\\1) (?:(?:is|was|has|been|did|does|performs?|performed) ){1,2}(?:stronger|weaker|better|worse) than (\\$\\w+)${AFTER} (?:[,;] )?(?:and )?(?:otherwise|else|if not)(?: (?:be|long|hold|own|buy|in|go|keep|,)){0,3} \\2(?= )`,
);
/** "The coins whose 30-day return is lowest". */
const WHOSE = new RegExp(
  ` ${HEAD}(?:${NUMBER} )?${COINS} whose (?:the |own )?(?:${MEASURES.map(([, measure]) => measure).join('|')})${AFTER} (?:is|are|was|has been) (?:the )?${DIRECTION}(?= )`,
);
const NEAREST = new RegExp(
  ` ${HEAD}(?:(?:top )?${NUMBER} )?(?:${COINS} )?(?:(?:that|which|are|is|sit|sits|stand|stands|trade|trades|trading|the|currently|lie|lies) ){0,4}(?:closest|nearest|furthest|farthest|least far|most far)(?: (?:${NUMBER}|${COINS}|away)){0,2} (?:to|from|below|under|off) (?:(?:its|their|the|a|own) ){0,2}(?:(?:${PERIOD}|all time) )?(?:high|highs|peak|highest close|maximum)${AFTER}(?= )`,
);
const FURTHEST = new RegExp(
  ` ${HEAD}(?:(?:top )?${NUMBER} )?(?:${COINS} )?(?:(?:that|which|are|is|the|trade|trading) ){0,3}(?:furthest|farthest|highest|most) (?:above|below|from) (?:(?:its|their|the) ){0,1}(?:${PERIOD} )?(?:moving )?avg${AFTER}(?= )`,
);

const PLAIN = `${HEAD}(?:(?:max|maximum|at most|up to|no more than) ${NUMBER} ${COINS}|${NUMBER} ${COINS} (?:at most|max|maximum)|(?:top|best|worst|strongest|weakest|leading|bottom)(?: (?:performing|relative strength|momentum))?(?: (?:${NUMBER}|half of|half|50% of|50%|one))?(?: (?:of|the|all|my|performing)){0,3}(?: ${COINS})?|${NUMBER} (?:of the )?(?:top|best|worst|strongest|weakest|leading|bottom)(?: performing)?(?: ${COINS})?|(?:make it |that )?(?:the )?(?:${NUMBER} (?:highest|lowest)|(?:highest|lowest) ${NUMBER})(?: ranked)?(?: ${COINS})?(?! (?:close|closes|high|highs|low|lows|price|prices|volatility|return|rsi|volume))|(?:(?:top|the|last|recent) )?(?:${NUMBER} )?(?:best |worst |top |biggest )?(?:performers|winners|leaders|losers|laggards|gainers|movers))${AFTER}`;

const DUAL = `(?:use |a |with |classic ){0,3}(?:dual|relative|cross sectional) (?:momentum|strength)(?: (?:strategy|rotation|with|of|on))?(?: (?:the )?top ${NUMBER}(?: ${COINS})?)?${AFTER}`;
const ROTATION = `(?:momentum|relative strength) rotation${AFTER}`;

const NEAR_READERS = readersOf(NEARNESS);
const READERS: readonly Reader[] = [
  ...MEASURES.slice(0, 1).flatMap(readersOf),
  ...MEASURES.slice(1).flatMap(readersOf),
  { kind: 'volatility', pattern: new RegExp(` (?:${VOLATILE})(?= )`) },
];

/** Without such a word there is no need to look closer. */
const NEEDED: Readonly<Record<Kind, RegExp>> = {
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

/** "With four coins", where it is known that coins are ranked. */
const MANY = new RegExp(
  ` (?:(?:make|it|that|the|with|hold|use|take|pick|but|only|now|to|just|same|buy|own|have|keep|and|in|for|please|instead|rather|exactly) ){0,8}${NUMBER}(?: (?:coins|coin|ones|names|${DIRECTION})){1,3}(?: (?:instead|please))?(?= )`,
);
const takenMany = (message: Message): string | undefined => {
  const found = MANY.exec(message.rest());
  return found && countIn(found[0]) !== undefined ? message.take(MANY) : undefined;
};

/** What a later message says of a ranking that it does not repeat. */
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

const followed = (message: Message, ranking: Ranking): Ranking => {
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

/** "The coins that rose most", "furthest above their average": read before conditions, as these begin like one. */
export const readRated = (message: Message): Ranked | undefined => {
  const near = message.take(NEAREST);
  if (near !== undefined) {
    const { order: _, ...many } = rankingIn(near);
    const isFar = /\b(?:furthest|farthest|most)\b/.test(near);
    return {
      score: { kind: 'nearness', ...(/\ball time\b/.test(near) ? { period: EVER } : periodIn(near)) },
      ranking: { ...followed(message, { ...many, order: 'highest' }), order: isFar ? 'lowest' : 'highest' },
    };
  }
  const nearness = NEEDED.nearness.test(message.rest()) ? readMeasured(message, NEAR_READERS) : undefined;
  if (nearness !== undefined) return nearness;
  const whose = message.take(WHOSE);
  if (whose !== undefined) {
    const kind = MEASURES.find(([, measure]) =>
      new RegExp(` whose (?:the |own )?${measure} `).test(` ${whose} `),
    )?.[0];
    if (kind) return { score: { kind, ...periodIn(whose) }, ranking: followed(message, rankingIn(whose)) };
  }
  const versus = message.take(VERSUS);
  if (versus !== undefined)
    return {
      coins: tickersIn(versus),
      score: { kind: 'momentum', ...periodIn(versus) },
      ranking: { order: /\b(?:weaker|worse)\b/.test(versus) ? 'lowest' : 'highest', count: 1 },
    };
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

const endOf = (sorted: string): Ranking['order'] =>
  LOWEST.test(sorted.split(' to ')[0] ?? '') ? 'lowest' : 'highest';

/** The smallest distance from a high is the greatest nearness to it. */
const towardsHigh = (text: string, ranking: Ranking): Ranking => {
  const isDistance = /\b(?:distance|far)\b/.test(text);
  const isLargest = /\b(?:largest|biggest|furthest|farthest|greatest)\b|\bhighest (?!close)/.test(text);
  const isLowest = isDistance ? isLargest : ranking.order === 'lowest';
  return { ...ranking, order: isLowest ? 'lowest' : 'highest' };
};

const readMeasured = (message: Message, readers: readonly Reader[]): Ranked | undefined => {
  for (const { kind, pattern } of readers) {
    if (!NEEDED[kind].test(message.rest())) continue;
    const found = message.take(pattern);
    if (found === undefined) continue;
    const ranking = followed(message, rankingIn(found));
    return {
      score: { kind, ...(/\ball time\b/.test(found) ? { period: EVER } : periodIn(found)) },
      ranking: kind === 'nearness' ? towardsHigh(found, ranking) : ranking,
    };
  }
  return undefined;
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
  const sorted = message.take(SORTED);
  const measured = readMeasured(message, READERS);
  if (measured !== undefined)
    return sorted === undefined || !measured.ranking
      ? measured
      : { ...measured, ranking: { ...measured.ranking, order: endOf(sorted) } };
  const plain = message.take(new RegExp(` ${PLAIN}(?= )`));
  if (plain === undefined) return {};
  // Without days it is not said what is the best about them.
  const { period } = periodIn(plain);
  return {
    ranking: followed(message, rankingIn(plain)),
    ...(period && { score: { kind: 'momentum', period } }),
  };
};
