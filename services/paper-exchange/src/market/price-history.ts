// The whole past of one market: real candles, the seeded bridges over their long holes, and the walk up to now.
import { powerOfTen } from '../numbers/decimal.ts';
import { type Candle, type HourlyCandles, readCandle, writeCandle } from './hourly-candles.ts';
import { HOUR_MS } from './intervals.ts';
import type { Market } from './markets.ts';
import { MINUTES_PER_HOUR, seriesOf, type Walk, type WalkParameters, walkCandle } from './walk.ts';

const MINUTE_MS = HOUR_MS / MINUTES_PER_HOUR;

export interface PriceHistory {
  readonly market: Market;
  /** The first hour (since the epoch) that has a candle. */
  readonly firstHour: number;
  /**
   * The candle that opens at `hour` as it stands at `nowMs`: undefined in the future and where the exchange
   * was down. The hour in progress has its price so far; where it is real, only its open, since no more is known.
   */
  candleAt(hour: number, nowMs: number): Candle | undefined;
  /** The price that orders trade at now, as a share of the candles' price; 1 if absent. */
  readonly moved?: () => number;
}

/** Bridges the market's declared holes and continues after its last real candle as far as needed. */
export const createPriceHistory = (
  market: Market,
  candles: HourlyCandles,
  parameters: WalkParameters,
): PriceHistory => {
  const units = unitsOf(market);
  let free: Walk | undefined;
  let freeFromHour = Number.POSITIVE_INFINITY;

  const step = (walk: Walk, hour: number, minutes?: number): Candle => {
    const before = readCandle(candles, hour - 1);
    if (!before) throw new Error(`${market.symbol}: nothing to go on from at hour ${hour}`);
    return units.fromTicks(walkCandle(walk, hour, units.ticksOf(before.close), minutes));
  };

  for (const [fromMs, toMs] of market.syntheticRanges) {
    const fromHour = fromMs / HOUR_MS;
    const before = readCandle(candles, fromHour - 1);
    if (!before || readCandle(candles, fromHour)) throw new Error(`${market.symbol}: no hole at ${fromMs}`);
    if (toMs === null) {
      if (candles.firstHour + candles.length !== fromHour)
        throw new Error(`${market.symbol}: ends elsewhere`);
      free = walkOf(market, parameters, units.ticksOf(before.close), undefined);
      freeFromHour = fromHour;
    } else {
      const after = readCandle(candles, toMs / HOUR_MS);
      if (!after) throw new Error(`${market.symbol}: the hole at ${fromMs} does not end at ${toMs}`);
      const bridge = walkOf(market, parameters, units.ticksOf(after.open), toMs / HOUR_MS);
      for (let hour = fromHour; hour < toMs / HOUR_MS; hour += 1)
        writeCandle(candles, hour, step(bridge, hour));
    }
  }

  return {
    market,
    firstHour: candles.firstHour,
    candleAt(hour, nowMs) {
      const currentHour = Math.floor(nowMs / HOUR_MS);
      if (hour > currentHour) return undefined;
      const wholeUntil = Math.min(hour + 1, currentHour);
      for (let next = candles.firstHour + candles.length; free && next < wholeUntil; next += 1) {
        writeCandle(candles, next, step(free, next));
      }
      if (hour < currentHour) return readCandle(candles, hour);
      if (free && hour >= freeFromHour) return step(free, hour, Math.floor((nowMs % HOUR_MS) / MINUTE_MS));
      const real = readCandle(candles, hour);
      return real && { open: real.open, high: real.open, low: real.open, close: real.open, volume: 0 };
    },
  };
};

const walkOf = (
  market: Market,
  parameters: WalkParameters,
  targetPrice: number,
  targetHour: number | undefined,
): Walk => ({ parameters, stream: seriesOf(market.symbol), targetPrice, targetHour });

/** Between the walk's ticks and lots and the finer units of the candles. */
const unitsOf = (market: Market) => {
  const tick = powerOfTen(market.fileDecimals.price - market.priceDecimals);
  const lot = powerOfTen(market.fileDecimals.volume - market.amountDecimals);
  const lotsPerCoin = powerOfTen(market.amountDecimals);
  return {
    ticksOf: (price: number) => Math.round(price / tick),
    fromTicks: (candle: Candle): Candle => ({
      open: candle.open * tick,
      high: candle.high * tick,
      low: candle.low * tick,
      close: candle.close * tick,
      volume: Math.round(candle.volume * lotsPerCoin) * lot,
    }),
  };
};
