// What a user wants from the Strategy agent: a strategy, less trading, a reason, or something to question or decline.
import { namedTemplate, type Template, templateOf } from './templates.ts';
import { readWishes, type Schedule, type Wishes } from './wishes.ts';

export type Plan = { readonly template: Template; readonly wishes: Wishes };

export type Intent =
  | { readonly kind: 'strategy'; readonly plan: Plan }
  /** The same strategy as `before`, with fewer trades. */
  | { readonly kind: 'trade-less'; readonly before: Plan; readonly plan: Plan }
  /** Fewer trades of code that is in no message. */
  | { readonly kind: 'trade-less-file' }
  | { readonly kind: 'why' }
  | { readonly kind: 'explain' }
  | { readonly kind: 'vague' }
  | { readonly kind: 'impossible'; readonly reason: string };

/** What cannot be done, or not honestly, and why. */
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
    /\b(twitter|tweets?|reddit|news|sentiment|google trends|on-?chain|whales?|funding rates?|order ?book|fear and greed|influencers?)\b/i,
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
  [/\b(steal|hack|launder|pump and dump|manipulat|wash trad)/i, 'I do not help with that.'],
];

const LESS =
  /\b(trade|trades|trading|rebalance|turnover) (much )?(less|fewer|lower)|\b(less|fewer|lower|reduce|too (much|many)) (\w+ )?(trad|turnover|fees)/i;
const WHY = /\bwhy\b|\bwhat went wrong\b|\bexplain the (result|loss|drawdown)/i;
const EXPLAIN =
  /\b(explain|describe|what does) (my|this|the) (strategy|code|file)|\bwhat does (it|this) do\b/i;

/** What the newest message asks for; earlier ones say which strategy it is about. */
export const intentOf = (asked: readonly string[]): Intent => {
  const newest = asked.at(-1) ?? '';
  const impossible = IMPOSSIBLE.find(([pattern]) => pattern.test(newest));
  if (impossible) return { kind: 'impossible', reason: impossible[1] };
  const before = planOf(asked.slice(0, -1));
  const plan = planOf(asked);
  if (LESS.test(newest) && plan) {
    const old = before ?? plan;
    return { kind: 'trade-less', before: old, plan: { ...plan, wishes: lessTrading(plan.wishes) } };
  }
  if (LESS.test(newest)) return { kind: 'trade-less-file' };
  if (EXPLAIN.test(newest)) return { kind: 'explain' };
  if (WHY.test(newest)) return { kind: 'why' };
  const wishes = readWishes(newest);
  const changes = templateOf(newest, wishes) !== undefined || (before && Object.keys(wishes).length > 0);
  return plan && changes ? { kind: 'strategy', plan } : { kind: 'vague' };
};

/** The newest named strategy, with all wishes since. Numbers alone begin a strategy only if there is none yet. */
const planOf = (asked: readonly string[]): Plan | undefined => {
  const each = asked.map((text) => ({ text, wishes: readWishes(text) }));
  const named = each.findLastIndex(({ text }) => namedTemplate(text) !== undefined);
  const begin =
    named === -1 ? each.findIndex(({ text, wishes }) => templateOf(text, wishes) !== undefined) : named;
  const first = each[begin];
  const template = first && templateOf(first.text, first.wishes);
  if (!template) return undefined;
  return { template, wishes: Object.assign({}, ...each.slice(begin).map(({ wishes }) => wishes)) };
};

/** The next longer pause between trades. */
const lessTrading = (wishes: Wishes): Wishes => ({ ...wishes, schedule: longer(wishes.schedule) });

const longer = (schedule: Schedule | undefined): Schedule => {
  if (typeof schedule === 'object') return { days: schedule.days * 2 };
  if (schedule === 'monthly') return { days: 61 };
  return schedule === '1d' || schedule?.endsWith('h') ? 'weekly' : 'monthly';
};
