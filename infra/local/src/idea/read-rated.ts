// Reads rankings that begin like conditions: what rose most, what is nearest to its high, which of two is stronger.
import {
  AFTER,
  COINS,
  DIRECTION,
  followed,
  HEAD,
  type Kind,
  MEASURES,
  type Measured,
  NEEDED,
  type Ranked,
  rankingIn,
  readersOf,
  readMeasured,
} from './read-ranking.ts';
import { EVER, type Message, NUMBER, PERIOD, periodIn, tickersIn } from './words.ts';

/** Read before conditions, where a high by itself is that of a breakout. */
const NEARNESS: readonly [Kind, string] = [
  'nearness',
  `(?:(?:nearness|closeness|proximity|distance|how (?:close|near)|how far)(?: (?:they|it|coins?) (?:are|is))? (?:to|from|below|away from) (?:(?:its|their|the|a) ){0,2}(?:(?:${PERIOD}|all time) )?(?:high|highs|peak|highest close|maximum)(?: (?:of|over)(?: the| last| past){0,2} ${PERIOD})?)`,
];

const NEAR_READERS = readersOf(NEARNESS);

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

/** The smallest distance from a high is the greatest nearness to it. */
const towardsHigh = ({ text, score, ranking }: Measured): Ranked => {
  const isDistance = /\b(?:distance|far)\b/.test(text);
  const isLargest = /\b(?:largest|biggest|furthest|farthest|greatest)\b|\bhighest (?!close)/.test(text);
  const isLowest = isDistance ? isLargest : ranking.order === 'lowest';
  return { score, ranking: { ...ranking, order: isLowest ? 'lowest' : 'highest' } };
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
  if (nearness !== undefined) return towardsHigh(nearness);
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
