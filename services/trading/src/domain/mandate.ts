// The rules of a mandate: pure, and checked for every order outside strategies and agents.
import { type Mandate, type PlanInputsFact, type Refusal, refuse } from '@tradeium/contracts';
import type { OrderLimits } from '@tradeium/portfolio';
import { multiplyDecimals } from './decimal.ts';

/** The share of the drawdown stop at which a warning comes. */
const WARNING_SHARE = 0.8;
/** Below this share of it, a warning no longer holds between two looks at the account. */
const CLEAR_SHARE = 0.76;
/** Below this share of it, a later warning is a new one. */
const FAR_SHARE = 0.7;

export type MandatedOrder = {
  readonly coin: string;
  readonly side: 'buy' | 'sell';
  readonly quantity: string;
  /** At the reference price. */
  readonly notional: string;
  readonly limitPrice: string;
};

/** The most that an order may come to: a buy may fill above the reference price, up to its limit. */
export const worthAtMost = ({
  quantity,
  limitPrice,
  notional,
}: Pick<MandatedOrder, 'quantity' | 'limitPrice' | 'notional'>): number =>
  Math.max(Number(notional), Number(multiplyDecimals(quantity, limitPrice)));

const ordered = (coins: Mandate['coins']): string =>
  JSON.stringify(coins === null ? null : [...coins].sort());

/** True if two mandates allow the same. */
export const isSameMandate = (one: Mandate, other: Mandate): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => {
    const limit = key as keyof Mandate;
    return limit === 'coins' ? ordered(one.coins) === ordered(other.coins) : one[limit] === other[limit];
  });

/** The limits that a mandate leaves for the orders of a plan. */
export const limitsLeft = (
  { order_max_usdt, daily_turnover_max_usdt, on_limit }: Mandate,
  turnoverToday: number,
): NonNullable<PlanInputsFact['limits']> => {
  const left = daily_turnover_max_usdt === null ? null : Math.max(0, daily_turnover_max_usdt - turnoverToday);
  // A difference of decimals in floats has digits of its own, which would cut an order by a lot.
  const turnoverLeft = left === null ? null : Number(left.toFixed(8));
  return { orderMax: order_max_usdt, turnoverLeft, onLimit: on_limit };
};

/** The amounts that orders are cut to; undefined: to nothing. */
export const cutsOf = (limits: PlanInputsFact['limits']): OrderLimits | undefined =>
  limits?.onLimit === 'cut' ? { orderMax: limits.orderMax, turnoverLeft: limits.turnoverLeft } : undefined;

/** The error that a sum of decimals in floats may have. */
const roundingOf = (usdt: number): number => 1e-8 + usdt * 1e-12;

export const isExpired = ({ expires_at }: Pick<Mandate, 'expires_at'>, now: string): boolean =>
  expires_at !== null && Date.parse(now) >= Date.parse(expires_at);

/** Why an order must not be sent; undefined: it may. Selling is never held up by the list of coins. */
export const mandateRefusal = (
  mandate: Mandate,
  order: MandatedOrder,
  { turnoverToday, now }: { readonly turnoverToday: number; readonly now: string },
): Refusal | undefined => {
  const { order_max_usdt, daily_turnover_max_usdt, coins } = mandate;
  const { coin, side } = order;
  const usdt = worthAtMost(order);
  if (isExpired(mandate, now)) return refuse('MANDATE_EXPIRED');
  if (side === 'buy' && coins !== null && !coins.includes(coin)) return refuse('MANDATE_COIN', { coin });
  if (order_max_usdt !== null && usdt > order_max_usdt)
    return refuse('MANDATE_ORDER_TOO_LARGE', { coin, notional: usdt.toFixed(2), limit: order_max_usdt });
  const day = daily_turnover_max_usdt;
  if (day !== null && turnoverToday + usdt > day + roundingOf(day))
    return refuse('MANDATE_TURNOVER', { limit: day });
  return undefined;
};

/** How a loss from the highest value stands to the mandate. */
export const drawdownState = (
  { drawdown_stop_percent: stop }: Pick<Mandate, 'drawdown_stop_percent'>,
  drawdownPercent: number,
): 'fine' | 'warn' | 'stop' => {
  if (stop === null || drawdownPercent < stop * WARNING_SHARE) return 'fine';
  return drawdownPercent < stop ? 'warn' : 'stop';
};

/** True if a warning that has been given is over, so that another one may follow. */
export const isFarFromStop = (
  { drawdown_stop_percent: stop }: Pick<Mandate, 'drawdown_stop_percent'>,
  drawdownPercent: number,
): boolean => stop === null || drawdownPercent < stop * FAR_SHARE;

/** True if a drawdown is well above the line of the warning. */
export const isOverWarning = (
  { drawdown_stop_percent: stop }: Pick<Mandate, 'drawdown_stop_percent'>,
  drawdownPercent: number,
): boolean => stop === null || drawdownPercent < stop * CLEAR_SHARE;
