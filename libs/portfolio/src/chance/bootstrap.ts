// How else a run's own bars could have turned out: its returns drawn again in blocks, many times.
import { type Performance, performance } from '../performance.ts';
import { periodReturns } from '../period-returns.ts';
import { type Answer, type Budget, drawsWithin, known, tooShort, without } from './answer.ts';
import { circularBlockLength } from './block-length.ts';
import { definedQuantiles, type Quantiles, quantilesOf } from './quantiles.ts';
import { type Random, seededRandom } from './random.ts';

const DAY_MS = 86_400_000;
/** Drawn at so many days, or weeks, at most. */
const POINTS_MAX = 150;
/** A bar with a smaller return did not move: what rounding leaves of none. */
const ROUNDING_NOISE = 1e-12;
/** In bars. */
const BUDGET: Budget = { cells: 4_000_000, fewest: 200, most: 500 };

/** The run's equity curve, and the values of each draw at the same times, as percentiles over all draws; in USDT. */
export type Bands = {
  /** Close of the last bar of some of the days, the last one included, ISO 8601 UTC. */
  timestamp: string[];
  portfolio: number[];
} & Record<keyof Quantiles, number[]>;

export type Bootstrap = {
  seed: number;
  draws: number;
  /** How many bars follow one another in a draw as they did in the run; the longer of the two below, rounded up. */
  block_bars: number;
  /** The best length for the returns, and for their squares, which keeps calm and wild times together. */
  block_bars_of_returns: number;
  block_bars_of_squares: number;
  /** The figures of the statistics: of the run, and below of each draw, over all draws. */
  run: Pick<Performance, 'cagr' | 'sharpe_ratio' | 'max_drawdown'>;
  cagr: Quantiles | null;
  sharpe_ratio: Quantiles | null;
  max_drawdown: Quantiles | null;
  /** Share of draws that end below the starting capital. */
  loss_share: number;
  bands: Bands;
};

/** An equity curve. */
export type Curve = {
  /** Open time of each bar in ms, ascending. */
  openTimes: Float64Array;
  /** Length of a bar in ms. */
  barMs: number;
  startingCapital: number;
  /** Portfolio value at each bar's close. */
  value: Float64Array;
};

type Draw = { readonly returns: Float64Array; readonly block: number; readonly random: Random };

/**
 * Writes one draw into `path`: blocks of the returns, each from a random bar on, the first bar following the last,
 * compounded from the starting capital. Source: Politis and Romano (1992), the circular block bootstrap.
 */
export const drawPath = ({ returns, block, random }: Draw, startingCapital: number, path: Float64Array) => {
  const n = returns.length;
  let worth = startingCapital;
  for (let bar = 0; bar < n; ) {
    let from = random.below(n);
    for (const end = Math.min(bar + block, n); bar < end; bar++) {
      worth *= 1 + (returns[from] as number);
      path[bar] = worth;
      from = from + 1 === n ? 0 : from + 1;
    }
  }
};

const lengthsOf = (returns: Float64Array) => {
  const ofReturns = circularBlockLength(returns);
  const ofSquares = circularBlockLength(returns.map((value) => value * value));
  return {
    block_bars: Math.ceil(Math.max(ofReturns, ofSquares)),
    block_bars_of_returns: ofReturns,
    block_bars_of_squares: ofSquares,
  };
};

/** Evenly spaced places, the last one included. */
const placesOf = (length: number): number[] => {
  const points = Math.min(length, POINTS_MAX);
  return Array.from({ length: points }, (_, at) => Math.round(((at + 1) * length) / points) - 1);
};

/**
 * Bands around a run's equity curve, and percentiles of its main figures, if its bars had come in another order and
 * some of them more often than others. Draws are of the portfolio's returns, bar by bar: positions overlap, so that
 * trades cannot be drawn one by one. The figures are those of the statistics, computed by the same functions.
 * The mean return is the run's own: bands say how exact the figures are, not that the strategy is good.
 * @param returns of each bar, see `Simulation`
 */
export const bootstrap = (curve: Curve, returns: Float64Array, seed: number): Answer<Bootstrap> => {
  const { openTimes, barMs, startingCapital, value } = curve;
  const n = value.length;
  const own = periodReturns(openTimes, barMs, value, startingCapital);
  const short = tooShort(own.returns.length, own.periodsPerYear);
  if (short !== null) return without(short);
  if (returns.every((one) => Math.abs(one) <= ROUNDING_NOISE))
    return without('The value of the portfolio never changes.');
  const lengths = lengthsOf(returns);
  const draws = drawsWithin(BUDGET, n);
  const random = seededRandom(seed);
  const days = ((openTimes[n - 1] as number) + barMs - own.startMs) / DAY_MS;
  const places = placesOf(own.value.length);
  const values = places.map(() => new Float64Array(draws));
  const path = new Float64Array(n);
  const figures = Array.from({ length: draws }, (_, draw) => {
    drawPath({ returns, block: lengths.block_bars, random }, startingCapital, path);
    const periods = periodReturns(openTimes, barMs, path, startingCapital);
    places.forEach((place, at) => {
      (values[at] as Float64Array)[draw] = periods.value[place] as number;
    });
    return performance(path, periods, startingCapital, days);
  });
  const { cagr, sharpe_ratio, max_drawdown } = performance(value, own, startingCapital, days);
  const bands = values.map(quantilesOf);
  return known({
    seed,
    draws,
    ...lengths,
    run: { cagr, sharpe_ratio, max_drawdown },
    cagr: definedQuantiles(figures.map((draw) => draw.cagr)),
    sharpe_ratio: definedQuantiles(figures.map((draw) => draw.sharpe_ratio)),
    max_drawdown: definedQuantiles(figures.map((draw) => draw.max_drawdown)),
    loss_share: figures.filter(({ total_return }) => total_return < 0).length / draws,
    bands: {
      timestamp: places.map((place) => new Date(own.closeTimes[place] as number).toISOString()),
      portfolio: places.map((place) => own.value[place] as number),
      p5: bands.map(({ p5 }) => p5),
      p25: bands.map(({ p25 }) => p25),
      p50: bands.map(({ p50 }) => p50),
      p75: bands.map(({ p75 }) => p75),
      p95: bands.map(({ p95 }) => p95),
    },
  });
};
