// The hourly candles of one market in memory: whole numbers in typed arrays, so that sums and prices stay exact.

/**
 * Candle i opens at hour `firstHour + i` (hours since the epoch). Prices are whole multiples of the market's
 * finest price unit and volumes of its finest volume unit (`fileDecimals`). A candle with an open of 0 is
 * missing: the exchange was down.
 */
export interface HourlyCandles {
  readonly firstHour: number;
  /** Candles in use; the arrays may have room for more. */
  length: number;
  open: Int32Array;
  high: Int32Array;
  low: Int32Array;
  close: Int32Array;
  volume: Float64Array;
}

/** One candle in the same units. */
export interface Candle {
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly volume: number;
}

/** Room that is added at once when candles are appended: 60 days. */
const GROWTH_HOURS = 1_440;

/** An empty series with room for `hours` candles and the next weeks. */
export const createHourlyCandles = (firstHour: number, hours: number): HourlyCandles => {
  const room = hours + GROWTH_HOURS;
  return {
    firstHour,
    length: 0,
    open: new Int32Array(room),
    high: new Int32Array(room),
    low: new Int32Array(room),
    close: new Int32Array(room),
    volume: new Float64Array(room),
  };
};

/** Makes candle `hour` part of the series, the hours before it missing where they were never written. */
export const writeCandle = (candles: HourlyCandles, hour: number, candle: Candle): void => {
  const index = hour - candles.firstHour;
  reserve(candles, index + 1);
  candles.open[index] = candle.open;
  candles.high[index] = candle.high;
  candles.low[index] = candle.low;
  candles.close[index] = candle.close;
  candles.volume[index] = candle.volume;
};

/** The candle of an hour, or undefined where there is none. */
export const readCandle = (candles: HourlyCandles, hour: number): Candle | undefined => {
  const index = hour - candles.firstHour;
  if (index < 0 || index >= candles.length) return undefined;
  const open = candles.open[index];
  if (!open) return undefined;
  return {
    open,
    high: candles.high[index] as number,
    low: candles.low[index] as number,
    close: candles.close[index] as number,
    volume: candles.volume[index] as number,
  };
};

const reserve = (candles: HourlyCandles, length: number): void => {
  if (length > candles.open.length) {
    const room = length + GROWTH_HOURS;
    candles.open = grown(candles.open, new Int32Array(room));
    candles.high = grown(candles.high, new Int32Array(room));
    candles.low = grown(candles.low, new Int32Array(room));
    candles.close = grown(candles.close, new Int32Array(room));
    candles.volume = grown(candles.volume, new Float64Array(room));
  }
  candles.length = Math.max(candles.length, length);
};

const grown = <T extends Int32Array | Float64Array>(from: T, to: T): T => {
  to.set(from);
  return to;
};
