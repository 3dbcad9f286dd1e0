// What a mandate allows: pure rules, checked for every order outside strategies and agents.
import { type Mandate, type Refusal, refuse } from '@tradeium/contracts';
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

/** What an order may come to: a buy may fill above the reference price, up to its limit. */
export const worthAtMost = ({
  quantity,
  limitPrice,
  notional,
}: Pick<MandatedOrder, 'quantity' | 'limitPrice' | 'notional'>): number =>
  Math.max(Number(notional), Number(multiplyDecimals(quantity, limitPrice)));

const ordered = (coins: Mandate['coins']): string =>
  JSON.stringify(coins === null ? null : [...coins].sort());

/** Whether two mandates allow the same. */
export const isSameMandate = (one: Mandate, other: Mandate): boolean =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].every((key) => {
    const limit = key as keyof Mandate;
    return limit === 'coins' ? ordered(one.coins) === ordered(other.coins) : one[limit] === other[limit];
  });

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
  if (daily_turnover_max_usdt !== null && turnoverToday + usdt > daily_turnover_max_usdt)
    return refuse('MANDATE_TURNOVER', { limit: daily_turnover_max_usdt });
  return undefined;
};

/** Why orders that are sent one after the other would not all be; undefined: the mandate allows them all. */
export const planRefusal = (
  mandate: Mandate,
  orders: readonly MandatedOrder[],
  { turnoverToday, now }: { readonly turnoverToday: number; readonly now: string },
): Refusal | undefined => {
  let traded = turnoverToday;
  for (const order of orders) {
    const refusal = mandateRefusal(mandate, order, { turnoverToday: traded, now });
    if (refusal) return refusal;
    traded += worthAtMost(order);
  }
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

/** Whether a warning that has been given is over, so that another one may follow. */
export const isFarFromStop = (
  { drawdown_stop_percent: stop }: Pick<Mandate, 'drawdown_stop_percent'>,
  drawdownPercent: number,
): boolean => stop === null || drawdownPercent < stop * FAR_SHARE;

/** Whether a drawdown is well above the line of the warning. */
export const isOverWarning = (
  { drawdown_stop_percent: stop }: Pick<Mandate, 'drawdown_stop_percent'>,
  drawdownPercent: number,
): boolean => stop === null || drawdownPercent < stop * CLEAR_SHARE;
