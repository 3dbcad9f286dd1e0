// The limits of a deployment as they are typed, and as they are sent.
import type { Mandate } from '@tradeium/contracts';
import { typedDay } from '../../../lib/dates/typed-day.ts';
import { money, percent, shortDate } from '../../../lib/format.ts';

export type MandateValues = {
  orderMax: string;
  turnoverMax: string;
  drawdownStop: string;
  onDrawdown: Mandate['on_drawdown'];
  expires: string;
  onLimit: Mandate['on_limit'];
};

const typed = (value: number | null): string => (value === null ? '' : String(value));

export const valuesOf = (mandate: Mandate): MandateValues => ({
  orderMax: typed(mandate.order_max_usdt),
  turnoverMax: typed(mandate.daily_turnover_max_usdt),
  drawdownStop: typed(mandate.drawdown_stop_percent),
  onDrawdown: mandate.on_drawdown,
  expires: mandate.expires_at?.slice(0, 10) ?? '',
  onLimit: mandate.on_limit,
});

/** Null for an empty text. */
export const numberOf = (text: string): number | null =>
  text.trim() === '' ? null : Number(text.replaceAll(/[\s,]/g, ''));

const isWithin = (text: string, max: number): boolean => {
  const number = numberOf(text);
  return number === null || (number >= 0.01 && number <= max);
};

const AMOUNT = 'Enter an amount of at least 0.01, or leave it empty';

const dayProblem = (expires: string, today: string) => {
  if (typedDay(expires) === null) return { expires: `Enter a day such as ${shortDate(today)}` };
  return expires < today ? { expires: 'Choose today or a later day' } : {};
};

/** The problems of values that cannot be sent, by field. */
export const mandateProblems = (values: MandateValues, today: string): Record<string, string> => ({
  ...(!isWithin(values.orderMax, 1e12) && { orderMax: AMOUNT }),
  ...(!isWithin(values.turnoverMax, 1e12) && { turnoverMax: AMOUNT }),
  ...(!isWithin(values.drawdownStop, 100) && {
    drawdownStop: 'Enter a percentage from 0.01 to 100, or leave it empty',
  }),
  ...(values.expires !== '' && dayProblem(values.expires, today)),
});

const stopWords = ({ drawdown_stop_percent: stop, on_drawdown }: Mandate): string | null => {
  if (stop === null) return null;
  return `stop at a drawdown of ${percent(stop / 100)}${on_drawdown === 'sell' ? ' and sell everything' : ''}`;
};

/** The effect of a limit on orders, where there is one. */
const onLimitWords = ({ order_max_usdt, daily_turnover_max_usdt, on_limit }: Mandate): string | null => {
  if (order_max_usdt === null && daily_turnover_max_usdt === null) return null;
  return on_limit === 'cut' ? 'larger orders are sent smaller' : 'a larger order stops the rebalance';
};

/** The limits in a line: `orders up to 500.00 USDT, stop at 10 %`; `none` without any. */
export const mandateWords = (mandate: Mandate): string => {
  const { order_max_usdt, daily_turnover_max_usdt, coins, expires_at } = mandate;
  const words = [
    order_max_usdt === null ? null : `orders up to ${money(order_max_usdt)}`,
    daily_turnover_max_usdt === null ? null : `turnover up to ${money(daily_turnover_max_usdt)} a day`,
    onLimitWords(mandate),
    stopWords(mandate),
    coins === null ? null : `buys of ${coins.join(', ')} only`,
    expires_at === null ? null : `until ${shortDate(expires_at)}`,
  ].filter((word) => word !== null);
  return words.length === 0 ? 'none' : words.join(', ');
};

/** `coins`: those that may be bought, null for all; a mandate lasts to the end of its last day (UTC). */
export const mandateOf = (values: MandateValues, coins: readonly string[] | null): Mandate => ({
  order_max_usdt: numberOf(values.orderMax),
  daily_turnover_max_usdt: numberOf(values.turnoverMax),
  drawdown_stop_percent: numberOf(values.drawdownStop),
  coins: coins === null ? null : [...coins],
  expires_at: values.expires === '' ? null : `${values.expires}T23:59:59.000Z`,
  on_drawdown: values.onDrawdown,
  on_limit: values.onLimit,
});
