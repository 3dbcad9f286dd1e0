// A sell to USDT as the planner sees it: the sold coins have the weight 0, all others count and are left as they are.
import type { PlanInputsFact } from '@tradeium/contracts';
import type { MarketRules } from '@tradeium/portfolio';
import { addDecimals, multiplyDecimals } from '../domain/decimal.ts';

type Amounts = Readonly<Record<string, string>>;
type Holdings = PlanInputsFact['holdings'];
type Rules = Readonly<Record<string, MarketRules>>;

/** No strategy decides it, and no candles are read for it. */
export const saleOf = (sold: readonly string[], decidedAt: string) => ({
  weights: Object.fromEntries(sold.map((coin) => [coin, 0])),
  decidedAt,
  candles: '',
});

/** The worth of the holdings besides what is sold, in USDT: to the planner of a sale it is cash that buys nothing. */
export const keptWorth = (holdings: Holdings, prices: Amounts, sold: readonly string[]): string =>
  holdings
    .filter(({ coin }) => !sold.includes(coin))
    .map(({ coin, free, locked }) => multiplyDecimals(addDecimals(free, locked), prices[coin] ?? '0'))
    .reduce(addDecimals, '0');

/** The planner sends up to ten orders for a coin; with some room for whole lots. */
const SALE_PARTS = 9.5;
/** Halves of it are still larger than the exchange's smallest order. */
const SMALLEST_TIMES = 2.2;

/**
 * The rules with the largest order of the mandate. A way out leaves nothing behind for it: what ten such orders cannot sell is
 * sold in ten larger ones.
 */
export const rulesOfSale = (
  rules: Rules,
  holdings: Holdings,
  prices: Amounts,
  orderMaxUsdt: number | null,
): Rules => {
  if (orderMaxUsdt === null) return rules;
  const worthOf = (coin: string): number => {
    const { free = '0' } = holdings.find((each) => each.coin === coin) ?? {};
    return Number(free) * Number(prices[coin] ?? 0);
  };
  return Object.fromEntries(
    Object.entries(rules).map(([coin, rule]) => {
      const least = Math.max(worthOf(coin) / SALE_PARTS, Number(rule.notionalMin) * SMALLEST_TIMES);
      const most = Math.min(
        Math.max(orderMaxUsdt, least),
        // 0 is no rule.
        Number(rule.notionalMax ?? 0) || Number.POSITIVE_INFINITY,
      );
      return [coin, { ...rule, notionalMax: most.toFixed(8) }];
    }),
  );
};
