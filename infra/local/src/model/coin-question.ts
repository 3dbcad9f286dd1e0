// A question to the Discovery agent about coins: the figure that decides, which end of it, of which coins, and when.
import { askedPeriod, type Period } from './asked-period.ts';
import type { ChatFacts } from './chat-facts.ts';
import { coinsNamed } from './coins-named.ts';

export type Measure =
  | 'correlation'
  | 'return'
  | 'return for risk'
  | 'volatility'
  | 'drawdown'
  | 'momentum 30'
  | 'momentum 90'
  | 'momentum 365'
  | 'trend';

export type CoinQuestion = {
  /** Null where the question is about no figure. */
  readonly measure: Measure | null;
  /** True if the smallest value comes first. */
  readonly isLeast: boolean;
  /** The coin that others are held against; null for each pair of them. */
  readonly against: string | null;
  /** Null: all that there are. */
  readonly coins: readonly string[] | null;
  readonly period: Period | null;
  readonly wantsIdeas: boolean;
  /** True if it asks how far prices fell, so that the return is named as a fall. */
  readonly isFall: boolean;
  /** Questions that the figures do not answer: words for the answer. */
  readonly unanswered: readonly string[];
};

const LEAST =
  /\b(least|less|lowest|low|smallest|fewest|weakest|un-?correlated|independent\w*|apart|diversif\w*|hedge)\b/i;
const WORST = /\b(worst|lost|lose|loser|losers|fell|fall|falls|fallen|drop|dropped|down|declined?)\b/i;
const FELL = /\b(lost|lose|loser|losers|fell|fall|falls|fallen|drop|dropped|declined?)\b/i;
const MUTUAL =
  /\b(each other|one another|among (them|themselves)|between (them|themselves)|pairs?|pairwise|mutual\w*)\b/i;
const DAY = '(?:mon|tues|wednes|thurs|fri|satur|sun)days?';
export const OF_WEEKDAYS = 'how coins do on days of the week';
/** Subjects that no figure of the tool answers. */
const NOT_LOOKED_UP: readonly (readonly [RegExp, string])[] = [
  [
    new RegExp(`\\b(weekday|week ?days|day of the week|days of the week|weekends?|${DAY})\\b`, 'i'),
    OF_WEEKDAYS,
  ],
  [
    /\b(hour|time) of (the )?day\b|\bintraday\b|\bat night\b|\bovernight\b/i,
    'how coins do at times of the day',
  ],
  [
    /\bseasonal\w*|\bmonth of (the )?year\b|\bcalendar\b|\bturn of the month\b/i,
    'how coins do at times of the year',
  ],
  [
    /\brecover\w*|\b(how long|time) (did |does |do |until |to |it )*.{0,30}\b(back|break ?even|new high|all[- ]time high)/i,
    'how long coins take to recover',
  ],
  [/\b(volume|liquid\w*)\b/i, 'how much of a coin is traded'],
];

const CORRELATION =
  /\bcorrelat\w*|\b(mov\w*|go\w*|went|behav\w*) (the )?(\w+ ){0,3}(with|like|together|alongside|against|independent\w*|apart)\b|\bdiversif\w*|\bin step\b/i;
const RISK =
  /\b(for|per|against|relative to) (their|its|the|each)? ?(unit of )?(risk|volatility)\b|\brisk[- ]adjusted\b|\bsharpe\b/i;
const DRAWDOWN = /\bdraw ?downs?\b|\bcrash\w*|\bdeepest|\bhardest\b/i;
const CALM = /\b(calm\w*|quiet\w*|steadi\w*|steady|stable|stablest|safest|smooth\w*)\b/i;
const VOLATILITY =
  /\bvolatil\w*|\bwild\w*|\bjump\w*|\brisk(y|iest|ier)\b|\b(move|moved|moves|swing|swung) (the )?(most|least|more|less)\b/i;
const MOMENTUM = /\bmomentum\b|\bstrongest\b|\bweakest\b|\bstrength\b/i;
const TREND = /\b200[- ]day|\b(up|down) ?trend\w*|\btrending\b|\babove (its|their) average/i;
const RETURN =
  /\b(return\w*|perform\w*|gain\w*|rose|risen|rise|rises|grew|best|worst|lost|lose|losers?|winners?|fell|fallen|falls?|dropped|declined?|went up|went down|did (best|well|better|worse))\b/i;
const COMPARE =
  /\bcompar\w*|\bvs\.?\b|\bversus\b|\bhow (did|has|have|is|are|was|were)\b|\bdifference between\b|\bor\b/i;
const IDEAS = /\b(ideas?|suggest\w*|strateg\w*|inspir\w*|what (should|could|can) i)\b/i;
const SEVERAL = /\b(coins|which|what|cryptos|assets|altcoins|others?|everything)\b/i;
const OWN = /\b(my|the chat's) (own )?(portfolio|coins)\b/i;
/** As much of a question as is read. */
const CHARACTERS_MAX = 1_000;

const momentumOf = (text: string): Measure => {
  const days = Number(/\b(\d{1,3})[- ]days?\b/i.exec(text)?.[1] ?? 90);
  if (/\b(year|annual|12[- ]months?)\b/i.test(text) && !/\d[- ]days?\b/i.test(text)) return 'momentum 365';
  return days <= 45 ? 'momentum 30' : days <= 200 ? 'momentum 90' : 'momentum 365';
};

const measureOf = (text: string, named: number): Measure | null => {
  if (CORRELATION.test(text)) return 'correlation';
  if (RISK.test(text)) return 'return for risk';
  if (DRAWDOWN.test(text)) return 'drawdown';
  if (CALM.test(text) || VOLATILITY.test(text)) return 'volatility';
  if (TREND.test(text)) return 'trend';
  if (MOMENTUM.test(text)) return momentumOf(text);
  if (RETURN.test(text)) return 'return';
  return named > 0 && (named > 1 || COMPARE.test(text)) ? 'return' : null;
};

/** True if the smallest comes first; what fell least has the largest return, and the deepest drawdown is the smallest value. */
const isLeastFirst = (measure: Measure | null, text: string): boolean => {
  const isLeast = LEAST.test(text);
  switch (measure) {
    case 'volatility':
      return CALM.test(text) ? !/\bleast (calm|quiet|steady|stable)/i.test(text) : isLeast;
    case 'drawdown':
      return !isLeast && !/\bshallow\w*|\bbest\b/i.test(text);
    case 'return':
    case 'return for risk':
      return WORST.test(text) ? !isLeast : isLeast;
    case 'trend':
      return /\bdown ?trend\w*/i.test(text);
    default:
      return isLeast;
  }
};

const coinsOf = (
  text: string,
  named: readonly string[],
  against: string | null,
  own: ChatFacts,
): CoinQuestion['coins'] => {
  if (OWN.test(text) && own.portfolio.length > 0)
    return [...new Set([...own.portfolio, ...(against ? [against] : [])])];
  const isAll = named.length === 0 || (named.length === 1 && (against !== null || SEVERAL.test(text)));
  return isAll ? null : [...new Set(against === null ? named : [...named, against])];
};

export const questionIn = (asked: string, facts: ChatFacts): CoinQuestion => {
  const text = asked.slice(0, CHARACTERS_MAX);
  const named = coinsNamed(text);
  const wantsIdeas = IDEAS.test(text);
  const measure = measureOf(text, wantsIdeas ? 0 : named.length);
  const partner = coinsNamed(
    /\b(?:with|like|to|from|against|of|than) (?:the )?(\w{2,10})\b(?!.*\b(?:with|like|to|against) )/i.exec(
      text,
    )?.[1] ?? '',
  )[0];
  const isMutual = partner === undefined && (MUTUAL.test(text) || named.length > 2);
  const against = measure === 'correlation' && !isMutual ? (partner ?? named[0] ?? 'BTC') : null;
  const { today, lastDay } = facts;
  return {
    measure,
    isLeast: isLeastFirst(measure, text),
    against,
    coins: coinsOf(text, named, against, facts),
    period: today && lastDay ? askedPeriod(text, today, lastDay) : null,
    wantsIdeas,
    isFall: measure === 'return' && FELL.test(text),
    unanswered: NOT_LOOKED_UP.filter(([pattern]) => pattern.test(text)).map(([, words]) => words),
  };
};
