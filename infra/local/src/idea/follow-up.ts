// Tells what a later message is: a change of the idea before, coins for it, or another idea.
import type { Idea } from './idea.ts';
import { LIST } from './read-holdings.ts';
import { type Message, tickersIn } from './words.ts';

const CHANGES =
  /^\W*(?:and|also|but|now|add|plus|only|just|make|change|use|try|switch|with|without|keep|same|set|cap|limit|weight|rebalance|then|what (?:if|about)|how about|could you|can you|please|ok(?:ay)?|instead|let'?s|increase|reduce|lower|raise|trade|rank|sell|replace|swap|drop|remove|exclude|skip|go to cash)\b/i;
/** Words that mean what was said before, wherever they stand. */
const REFERS =
  /^\W*(?:and|also|but|add|plus|make|change|switch|with|without|keep|same|then|what (?:if|about)|how about|increase|reduce|lower|raise|replace|swap|drop|remove|exclude|skip)\b|\b(?:instead|rather than|as well|in addition|keep the rest|the rest as|too|also|same (?:thing|idea|strategy|rules?|as|but))\b|\b(?:make|change|keep|do|use|run|apply) (?:it|this|that|them)\b/i;
const BEGINS =
  /^\W*(?:no\b|rather\b|new (?:idea|strategy)|forget (?:it|that|all)|start over|something else|different idea)/i;
export const ADDS = /^\W*(?:and|also|add|plus)\b|\b(?:as well|in addition|too)\b/i;
const HOLDS = /\b(?:hold|buy|own|trade|rank|pick|invest|long|rotate)\b/i;
/** So many parts of its own are no change of one. */
const PARTS_OF_IDEA = 3;

/** True if it says what to hold, and when or which. */
export const hasMain = (idea: Idea): boolean =>
  (idea.signals?.length ?? 0) > 0 ||
  idea.score !== undefined ||
  idea.ranking !== undefined ||
  idea.window !== undefined ||
  idea.isAlways === true ||
  idea.weighting !== undefined ||
  idea.volatility !== undefined ||
  idea.filter?.isExit === true;

/** True if it says by itself what is held and when, so that it needs nothing from before. */
const isWhole = ({ signals = [], score, ranking, window }: Idea): boolean =>
  signals.length > 0 || window !== undefined || (score !== undefined && ranking !== undefined);

const partsOf = ({ isAlways: _, score: __, ...parts }: Idea): number => Object.keys(parts).length;

/** True if a message, read by itself as `own`, begins another idea. */
export const startsAnew = (before: Idea, own: Idea, text: string): boolean => {
  if (!hasMain(own)) return false;
  if (BEGINS.test(text)) return true;
  if (REFERS.test(text)) return false;
  // "The top 2" has nothing to rank by, and "weekly, on BTC" no condition.
  if (!isWhole(own) && before.score !== undefined && own.ranking !== undefined) return false;
  if (!CHANGES.test(text)) return true;
  return (
    isWhole(own) &&
    HOLDS.test(text) &&
    (own.coins !== undefined || own.ranking?.count !== undefined || partsOf(own) >= PARTS_OF_IDEA)
  );
};

const ADDED = new RegExp(
  ` (?:(?:and|please|,) ){0,2}(?:add|include|also (?:hold|trade|use|buy|add)) (?:(?:also|the|coins?|in) ){0,2}${LIST}(?! (?:\\d|filter|regime|is|trades|above|below|avg|ema|market))(?: (?:as well|too|to (?:it|them|the (?:list|coins|portfolio|basket|universe))))?(?= )`,
);

/** Coins that come to those of before. */
export const takeAdded = (message: Message): readonly string[] => tickersIn(message.take(ADDED) ?? '');
