// Reads the filters of a Binance spot market; docs/exchange-filters.md says what a plan does with each of them.
import type { MarketRules } from '@tradeium/portfolio';
import type { PriceRules } from './exchange-dialect.ts';
import { plain } from './order-report.ts';

type Filter = Readonly<Record<string, unknown>>;

/** A filter says 0 where it sets no limit, and so does one that the market does not have. */
const NO_RULE = '0';
/** A filter that cannot be read is kept for the plan, which leaves its coin out. */
const UNREAD_LENGTH_MAX = 40;

const textIn = (filter: Filter | undefined, field: string): string => {
  const text = String(filter?.[field] ?? NO_RULE);
  try {
    return plain(text);
  } catch {
    return text.slice(0, UNREAD_LENGTH_MAX);
  }
};

/** One that cannot be read stays. */
const larger = (a: string, b: string): string => (Number(b) <= Number(a) || Number.isNaN(Number(a)) ? a : b);

/** Reads a field from one of a market's filters. */
const readerOf = (info: unknown): ((type: string, field: string) => string) => {
  const { filters } = (info ?? {}) as { readonly filters?: unknown };
  const listed = (Array.isArray(filters) ? filters : []) as readonly Filter[];
  return (type, field) =>
    textIn(
      listed.find(({ filterType }) => filterType === type),
      field,
    );
};

/** Which prices a market takes. Buys have the band of bids, sells that of asks; an older filter has one for both. */
export const priceRulesInFilters = (info: unknown): PriceRules => {
  const ruleOf = readerOf(info);
  const orOlder = (share: string, olderField: string) =>
    share === NO_RULE ? ruleOf('PERCENT_PRICE', olderField) : share;
  return {
    buyMax: ruleOf('PRICE_FILTER', 'maxPrice'),
    sellMin: ruleOf('PRICE_FILTER', 'minPrice'),
    buyShareMax: orOlder(ruleOf('PERCENT_PRICE_BY_SIDE', 'bidMultiplierUp'), 'multiplierUp'),
    sellShareMin: orOlder(ruleOf('PERCENT_PRICE_BY_SIDE', 'askMultiplierDown'), 'multiplierDown'),
  };
};

/** Orders are limit orders that fill at once, so that only rules of these count. `info`: the market as it came. */
export const rulesInFilters = (info: unknown): Omit<MarketRules, 'coin'> => {
  const ruleOf = readerOf(info);
  return {
    tickSize: ruleOf('PRICE_FILTER', 'tickSize'),
    lotSize: ruleOf('LOT_SIZE', 'stepSize'),
    amountMin: ruleOf('LOT_SIZE', 'minQty'),
    amountMax: ruleOf('LOT_SIZE', 'maxQty'),
    notionalMin: larger(ruleOf('MIN_NOTIONAL', 'minNotional'), ruleOf('NOTIONAL', 'minNotional')),
    notionalMax: ruleOf('NOTIONAL', 'maxNotional'),
    positionMax: ruleOf('MAX_POSITION', 'maxPosition'),
  };
};
