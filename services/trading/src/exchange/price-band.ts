// Where a market takes an order: the price limits of a buy and of a sell, as they are now.
import type { MarketRules } from '@tradeium/portfolio';
import type { MarketInterface } from 'ccxt';
import { isAmount, multiplyDecimals, unitsOf } from '../domain/decimal.ts';
import type { Connection } from './connection.ts';
import { MarketUnknown } from './exchange-account.ts';
import type { PriceRules } from './exchange-dialect.ts';

type Band = Pick<MarketRules, 'buyPriceMax' | 'sellPriceMin'>;

/** Shares farther from 1 than this are never reached: a limit lies within 1 % of the newest price, and an average near it. */
const REACHED_WITHIN = 0.1;

const isReached = (share: string): boolean =>
  Number(share) > 0 && Math.abs(Number(share) - 1) < REACHED_WITHIN;

/** The stricter of two limits; 0 is none. */
const stricter = (one: string, other: string, isStricter: (a: bigint, b: bigint) => boolean): string => {
  const [a, b] = [unitsOf(one), unitsOf(other)];
  if (a === 0n || b === 0n) return a === 0n ? other : one;
  return isStricter(a, b) ? one : other;
};

/** The band that the rules leave around an average price; a rule that cannot be read is kept for the plan, which leaves its coin out. */
export const bandOf = (rules: PriceRules, average: string): Band => {
  const unread = [...Object.values(rules), average].find((text) => !isAmount(text));
  if (unread !== undefined) return { buyPriceMax: unread };
  const { buyMax, sellMin, buyShareMax, sellShareMin } = rules;
  const shareOf = (share: string) => (isReached(share) ? multiplyDecimals(average, share) : '0');
  const buyPriceMax = stricter(buyMax, shareOf(buyShareMax), (a, b) => a < b);
  const sellPriceMin = stricter(sellMin, shareOf(sellShareMin), (a, b) => a > b);
  return {
    ...(buyPriceMax !== '0' && { buyPriceMax }),
    ...(sellPriceMin !== '0' && { sellPriceMin }),
  };
};

/** A market that is gone since does not hold up the others. */
const noneIfGone = (cause: unknown): string => {
  if (cause instanceof MarketUnknown) return '0';
  throw cause;
};

/** Asks for the average only where a band is narrow, which is rare: each costs a request. */
export const priceBandOf = async (connection: Connection, market: MarketInterface): Promise<Band> => {
  const { dialect } = await connection.client();
  const rules = dialect.priceRulesIn(market);
  const isNarrow = isReached(rules.buyShareMax) || isReached(rules.sellShareMin);
  const average = isNarrow
    ? await connection.read(undefined, (exchange) => dialect.averagePrice(exchange, market)).catch(noneIfGone)
    : '0';
  return bandOf(rules, average);
};
