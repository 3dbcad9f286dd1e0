// A user may want from the Strategy agent a strategy, less trading, a reason, or something to question or decline.
import { type Discussed, discussedIdea } from '../idea/change-idea.ts';
import type { Cadence, Idea } from '../idea/idea.ts';
import { DIRECTION as DIRECTIONS } from '../idea/read-ranking.ts';

export type Intent =
  | { readonly kind: 'strategy'; readonly plan: Discussed }
  /** The same strategy as `before`, with fewer trades. */
  | { readonly kind: 'trade-less'; readonly before: Discussed; readonly plan: Discussed }
  /** Fewer trades of code that is in no message. */
  | { readonly kind: 'trade-less-file' }
  /** Better values of a file's parameters. */
  | { readonly kind: 'study' }
  | { readonly kind: 'why' }
  | { readonly kind: 'explain' }
  | { readonly kind: 'vague' }
  /** Its main part has words that were not understood. */
  | { readonly kind: 'unclear'; readonly leftOut: readonly string[] }
  /** Fixed shares and a ranking, which exclude each other. */
  | { readonly kind: 'contrary' }
  | { readonly kind: 'impossible'; readonly reason: string };

/** Requests that cannot be met, or not honestly, and why. */
const IMPOSSIBLE: readonly (readonly [RegExp, string])[] = [
  [
    /\b(going|goes|go|sell(ing|s)?) short\b|\bshorting\b|\bshort[- ]sell|\bshort (the|a|btc|eth|bitcoin|coins?|positions?|weak|losers?)\b|\bhedge with short/i,
    'A portfolio here is long only: weights lie between 0 and 1, and the rest is USDT. It can leave a coin, but not sell it short.',
  ],
  [
    /\bleverag|\bon margin\b|\bborrow|\b\d+ ?x (long|position|lever)|\b(perpetual|perps?|futures|options?|swaps?)\b(?! (for|are|is|to))/i,
    'There is no borrowed money and there are no derivatives: the weights of a bar add up to at most 1.',
  ],
  [
    /\b(twitter|tweets?|reddit|news|sentiment|google trends|on-?chain|whales?|funding rates?|order ?book|fear (and|&) greed|influencers?|market[- ]?caps?|capitali[sz]ation|dominance|tvl|open interest|staking|hash ?rate)\b/i,
    'A strategy sees candles and nothing else: open, high, low, close and volume of each coin. Other data cannot be reached from the sandbox.',
  ],
  [
    /\bguarante|\brisk[- ]?free\b|\b(never|cannot|can't|without ever) (lose|losing|fall)|\bno (loss|losses|drawdown|risk)\b|\b(100|99) ?% (win|sure|success)|\bcertain profit/i,
    'No strategy can promise that. A backtest says how an idea would have done, losses included, and nothing about what comes.',
  ],
  [
    /\b(tomorrow|next (day|week|bar|candle|month))('s)? (price|close|return|high|low|candle|winner)|\bbefore (it|they|prices?|coins?) (rise|rises|fall|falls|pump|crash)|\bexact (top|bottom)|\b(know|knows|knowing|use|uses|using) the future|\bin advance\b|\bhindsight|\bperfect timing/i,
    'That needs prices that are not known yet at the time of the decision. The look-ahead test finds such code, and its results are worthless.',
  ],
  [
    /\barbitrage\b|\bhigh[- ]frequency\b|\bhft\b|\bscalp|\bmarket[- ]mak|\b(milli|micro)?seconds?\b|\bevery (minute|second|tick)|\b\d+[- ]?minutes?\b/i,
    'Candles are of one exchange, and one hour is the shortest; orders are filled at the open of the next bar. Nothing faster can be tested.',
  ],
  [
    /\b(stocks?|shares of|equities|apple|tesla|nvidia|s&p|nasdaq|forex|eur\/?usd|bonds?|real estate)\b/i,
    'Only coins that the exchange lists against USDT can be traded here.',
  ],
  [
    /\bmartingale\b|\bdouble (down|up|the (bet|position|stake))/i,
    'Doubling after each loss needs money without an end. Weights add up to at most 1.',
  ],
  [
    /\bdca\b|\bdollar[- ]cost|\bgrid (trading|bot|strategy)|\b(buy|invest|add) (for )?[$€]?\d[\d.,]* ?([$€]|usdt?|dollars|euros?|bucks)\b/i,
    'A strategy here is weights, the share of the portfolio in each coin: it cannot buy a fixed amount of money at a time.',
  ],
  [/\b(steal|hack|launder|pump and dump|manipulat|wash trad)/i, 'I do not help with that.'],
];

const LESS =
  /\b(trade|trades|trading|rebalance|turnover) (much )?(less|fewer|lower)|\b(less|fewer|lower|reduce|too (much|many)) (\w+ )?(trad|turnover|fees)/i;
const WHY = /\bwhy\b|\bwhat went wrong\b|\bexplain the (result|loss|drawdown)/i;
const EXPLAIN =
  /\b(explain|describe|what does) (my|this|the) (strategy|code|file)|\bwhat does (it|this) do\b/i;
const STUDY =
  /\b(find|search|look|try|is|are)\b[^.?!]{0,40}\b(better|best|other|optimal) (\w+ )?(lookbacks?|parameters?|values?)\b|\boptimi[sz]e (the |my |its )?(\w+ )?(lookbacks?|parameters?)\b/i;
/** As much of a message as is looked at. */
const CHARACTERS_MAX = 4_000;

/** The newest message's request; earlier ones say which strategy it is about. */
export const intentOf = (asked: readonly string[]): Intent => {
  const newest = (asked.at(-1) ?? '').slice(0, CHARACTERS_MAX);
  const impossible = IMPOSSIBLE.find(([pattern]) => pattern.test(newest));
  if (impossible) return { kind: 'impossible', reason: impossible[1] };
  if (EXPLAIN.test(newest)) return { kind: 'explain' };
  if (WHY.test(newest)) return { kind: 'why' };
  if (STUDY.test(newest)) return { kind: 'study' };
  const before = discussedIdea(asked.slice(0, -1).filter(isAboutStrategies));
  if (LESS.test(newest)) {
    const old = before ?? discussedIdea([newest]);
    if (!old) return { kind: 'trade-less-file' };
    const own = { ...old, leftOut: [] };
    return { kind: 'trade-less', before: own, plan: { ...own, idea: lessTrading(own.idea) } };
  }
  const plan = discussedIdea([...asked.slice(0, -1).filter(isAboutStrategies), newest]);
  if (!plan) return { kind: 'vague' };
  // Fixed shares say how much of each coin, and a ranking which: it cannot be both.
  if (plan.idea.weighting?.kind === 'fixed' && plan.idea.ranking) return { kind: 'contrary' };
  if (isUnclear(plan, newest)) return { kind: 'unclear', leftOut: plan.leftOut };
  const isChanged = plan.added.length > 0 || JSON.stringify(plan.idea) !== JSON.stringify(before?.idea);
  if (isChanged) return { kind: 'strategy', plan };
  return plan.leftOut.length > 0 ? { kind: 'unclear', leftOut: plan.leftOut } : { kind: 'vague' };
};

/** Messages that asked for something else change no idea. */
const isAboutStrategies = (text: string): boolean =>
  !IMPOSSIBLE.some(([pattern]) => pattern.test(text)) &&
  !EXPLAIN.test(text) &&
  !WHY.test(text) &&
  !STUDY.test(text);

/** Words after which something decides what is held, or when. */
const DECIDES =
  /\b(that|which|whose|who|when|whenever|while|if|unless|until|once|after|before|based|according|using|by|with|near|above|below|during|on|at|from)\b/i;
const RELATIVE = /\b(that|which|whose|when|whenever|while|if|unless|until|based|according|using|by)\b/i;

/** True if words before a phrase, in its clause, make it decide. */
const decides = (text: string, phrase: string, words: RegExp): boolean => {
  const at = text.replace(/\s+/g, ' ').indexOf(phrase);
  const clause =
    at < 0
      ? ''
      : (text
          .replace(/\s+/g, ' ')
          .slice(0, at)
          .split(/[,.;:]/)
          .at(-1) ?? '');
  return words.test(`${clause} ${phrase}`);
};

const DIRECTION = new RegExp(`\\b${DIRECTIONS}\\b|\\b(?:coins|ones|names)$`, 'i');
const NUMBERS = /\d|\b(half|third|rest|other)\b/i;
const ALMOST = 0.999;

const isWhole = (shares: Readonly<Record<string, number>>): boolean =>
  Object.values(shares).reduce((sum, share) => sum + share, 0) >= ALMOST;

/** Coins that are only named or ranked are no idea while something in the message says which or when, and is not understood. */
const isUnclear = ({ idea, leftOut }: Discussed, text: string): boolean => {
  const { signals = [], score, ranking, weighting, window, volatility, filter } = idea;
  const isStrong =
    signals.length > 0 ||
    score !== undefined ||
    window !== undefined ||
    volatility !== undefined ||
    (weighting !== undefined && weighting.kind !== 'equal');
  if (leftOut.length === 0) return false;
  // From which end a ranking is read, and how many, turns it into another one.
  if (leftOut.some((phrase) => DIRECTION.test(phrase))) return true;
  // The rest of the money is not spoken for.
  if (weighting?.kind === 'fixed' && !isWhole(weighting.shares)) return true;
  if (isStrong && !(ranking && !score)) return false;
  if (ranking || leftOut.some((phrase) => NUMBERS.test(phrase))) return true;
  const words = weighting || filter ? RELATIVE : DECIDES;
  return leftOut.some((phrase) => decides(text, phrase, words));
};

/** The next longer pause between trades. */
const lessTrading = (idea: Idea): Idea => ({ ...idea, cadence: longer(idea.cadence) });

const MONTHS_DAYS = 61;

const longer = (cadence: Cadence | undefined): Cadence => {
  switch (cadence?.kind) {
    case 'days':
      return { kind: 'days', days: cadence.days * 2 };
    case 'monthly':
      return { kind: 'days', days: MONTHS_DAYS };
    case 'interval':
      return cadence.interval === 'weekly'
        ? { kind: 'monthly', day: 'first' }
        : { kind: 'interval', interval: 'weekly' };
    default:
      return { kind: 'monthly', day: 'first' };
  }
};
