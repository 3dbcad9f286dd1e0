// The price chart's words: about the range that it shows, and about the candle at its crosshair.
import { averagePrice, barTime, counted, dayName, fineNumber } from '../../../lib/format.ts';
import type { TimeRange } from '../curves/chart-range.ts';
import type { Mark } from './marks.ts';
import type { Prices } from './prices.ts';
import type { Trade } from './trades.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const WEEK_MS = 7 * DAY_MS;

/** `an hour`, `a day`, `2 weeks`. */
export const lengthWords = (ms: number): string => {
  if (ms % WEEK_MS === 0) return ms === WEEK_MS ? 'a week' : counted(ms / WEEK_MS, 'week', 'weeks');
  if (ms % DAY_MS === 0) return ms === DAY_MS ? 'a day' : counted(ms / DAY_MS, 'day', 'days');
  return ms === HOUR_MS ? 'an hour' : counted(ms / HOUR_MS, 'hour', 'hours');
};

/** The days of a range, or its hours where it does not begin and end with days; its end is excluded. */
export const spanWords = ({ from, to }: TimeRange): string =>
  from % DAY_MS === 0 && to % DAY_MS === 0
    ? `${dayName(from)} – ${dayName(to - 1)}`
    : `${barTime(from)} – ${barTime(to)}`;

const timeWords = ({ times, lengthMs, untilMs }: Prices, candle: number): string => {
  const open = times[candle] ?? Number.NaN;
  if (lengthMs < DAY_MS) return barTime(open);
  const last = dayName(Math.min(open + lengthMs, untilMs) - 1);
  return lengthMs === DAY_MS ? last : `${dayName(open)} – ${last}`;
};

const DONE = { buy: 'bought', sell: 'sold' } as const;

const markWords = ({ side, count, price }: Mark): string =>
  count === 1
    ? `${DONE[side]} at ${fineNumber(price)}`
    : `${DONE[side]} ${count} times at ${averagePrice(price)} on average`;

export type PriceReading = {
  readonly time: string;
  /** Names and values, in USDT. */
  readonly prices: readonly (readonly [name: string, value: string])[];
  readonly marks: readonly string[];
};

/** A candle's prices, and the trades in it. */
export const readingAt = (prices: Prices, marks: readonly Mark[], candle: number): PriceReading => {
  const { open, high, low, close } = prices;
  const of = (name: string, values: Float64Array) => [name, fineNumber(values[candle])] as const;
  return {
    time: timeWords(prices, candle),
    prices: [...(open ? [of('open', open), of('high', high), of('low', low)] : []), of('close', close)],
    marks: marks.filter((mark) => mark.candle === candle).map(markWords),
  };
};

/** The same as text, for screen readers. */
export const readingWords = ({ time, prices, marks }: PriceReading): string =>
  [time, `${prices.map((each) => each.join(' ')).join(', ')} USDT`, ...marks].join('; ');

/** The range in the chart as a sentence, for screen readers; null: all of it. */
export const priceSummary = (coin: string, trades: readonly Trade[], range: TimeRange | null): string => {
  const buys = trades.filter(({ side }) => side === 'buy').length;
  const days = range === null ? '' : `, ${spanWords(range)}`;
  return `Price of ${coin} in USDT with ${counted(buys, 'buy', 'buys')} and ${counted(trades.length - buys, 'sell', 'sells')}${days}`;
};
