// The seeded random walk for hours without real candles: the same on every machine at any time.
//
// It uses only whole-number mixing, + − × ÷, square roots and rounding, which IEEE 754 fixes to the last bit;
// Math.exp, log and sin are left to the engine by the language and would let two machines drift apart.
import type { Candle } from './hourly-candles.ts';

export const MINUTES_PER_HOUR = 60;

/** The statistics that one coin's walk imitates: hourly figures of its last real year. */
export interface WalkParameters {
  /** Standard deviation of the hourly return. */
  readonly volatility: number;
  /** Correlation of the hourly return with the average coin's: two coins correlate by the product of theirs. */
  readonly marketCorrelation: number;
  /** Median hourly volume in coins. */
  readonly volume: number;
}

export interface Walk {
  readonly parameters: WalkParameters;
  /** Distinguishes this coin's noise from every other's. */
  readonly stream: number;
  /** The target of prices, in ticks; reached exactly at `targetHour`, or never if that is undefined. */
  readonly targetPrice: number;
  readonly targetHour: number | undefined;
}

const SEED = 0x7261_6465;
/** The finaliser of MurmurHash3: every bit of the answer depends on every bit of the number. */
const mix = (number: number): number => {
  let bits = number | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85eb_ca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2_ae35);
  return bits ^ (bits >>> 16);
};

/** A hash of a name: FNV-1a. */
export const seriesOf = (name: string): number => {
  let hash = 0x811c_9dc5;
  for (const char of name) hash = Math.imul(hash ^ char.charCodeAt(0), 0x0100_0193);
  return mix(hash ^ SEED);
};

const MARKET_STREAM = seriesOf('market');
const SPELL_STREAM = seriesOf('spell');

/** A free walk loses half its distance to the last real price per year, so that it stays plausible. */
const HALF_LIFE_MINUTES = 365 * 24 * MINUTES_PER_HOUR;
const FREE_ATTRACTION = Math.LN2 / HALF_LIFE_MINUTES;

/** Calm and wild spells of half a day, common to all coins; the mean square of the scales is 1, the kurtosis 13. */
const SPELL_HOURS = 12;
const SPELLS = [
  { below: 0.9, scale: 0.7303 },
  { below: 0.99, scale: 2 },
  { below: 1, scale: 4 },
] as const;

/** Median range of a candle in hourly standard deviations, measured on the walk itself. */
const MEDIAN_RANGE = 1.04;

/**
 * The candle of an hour, prices in ticks, volume in coins (not yet rounded to the lot).
 * `minutes` < 60 gives its state so far: it grows into the whole one.
 */
export const walkCandle = (walk: Walk, hour: number, open: number, minutes = MINUTES_PER_HOUR): Candle => {
  const { volatility, marketCorrelation } = walk.parameters;
  const own = Math.sqrt(1 - marketCorrelation * marketCorrelation);
  const minuteVolatility = (volatility * spellScale(hour)) / Math.sqrt(MINUTES_PER_HOUR);
  let [price, high, low] = [open, open, open];
  for (let i = 0; i < minutes; i += 1) {
    const minute = hour * MINUTES_PER_HOUR + i;
    const noise = marketCorrelation * noiseOf(MARKET_STREAM, minute) + own * noiseOf(walk.stream, minute);
    price = nextPrice(walk, minute, price, minuteVolatility * noise);
    const ticks = Math.round(price);
    high = Math.max(high, ticks);
    low = Math.min(low, ticks);
  }
  return { open, high, low, close: Math.round(price), volume: volumeOf(walk, hour, (high - low) / open) };
};

/**
 * Moves to the target by the share of the way that is due (all of it in the last minute of a bridge), with the
 * remaining noise of a Brownian bridge.
 */
const nextPrice = (walk: Walk, minute: number, price: number, shock: number): number => {
  const { targetPrice, targetHour } = walk;
  const minutesLeft = targetHour === undefined ? undefined : targetHour * MINUTES_PER_HOUR - minute;
  if (minutesLeft === 1) return targetPrice;
  const attraction = minutesLeft === undefined ? FREE_ATTRACTION : 1 / minutesLeft;
  // 2 (a − b) / (a + b) is close to ln(a / b) for all but great distances, and bounded there.
  const distance = (2 * (targetPrice - price)) / (targetPrice + price);
  return Math.max(1, price * (1 + attraction * distance + Math.sqrt(1 - attraction) * shock));
};

/** Volume follows the range of the candle, give or take two fifths. */
const volumeOf = (walk: Walk, hour: number, range: number): number => {
  const { volume, volatility } = walk.parameters;
  const share = uniformOf(walk.stream ^ SPELL_STREAM, hour);
  return volume * (range / (volatility * MEDIAN_RANGE)) * (0.6 + 0.8 * share);
};

const spellScale = (hour: number): number => {
  const draw = uniformOf(SPELL_STREAM, Math.floor(hour / SPELL_HOURS));
  return SPELLS.find((spell) => draw < spell.below)?.scale ?? 1;
};

/** Nearly normal, mean 0, variance 1: the sum of four random bytes. */
const noiseOf = (stream: number, counter: number): number => {
  const bits = mix(stream ^ mix(counter));
  const sum = (bits & 255) + ((bits >>> 8) & 255) + ((bits >>> 16) & 255) + (bits >>> 24);
  return (sum - 510) / Math.sqrt(21_845);
};

/** Uniform in [0, 1). */
const uniformOf = (stream: number, counter: number): number => (mix(stream ^ mix(counter)) >>> 0) / 2 ** 32;
