// How portfolios did that traded as much as a strategy and held as much, but other coins at other times.
import { performance } from '../performance.ts';
import { periodReturns } from '../period-returns.ts';
import { type Simulation, simulate } from '../simulate.ts';
import type { SimulationInput } from '../simulation-input.ts';
import { tradingStatistics } from '../trading-statistics.ts';
import { type Answer, type Budget, drawsWithin, known, tooShort, without } from './answer.ts';
import { definedQuantiles, type Quantiles } from './quantiles.ts';
import { type Random, seededRandom } from './random.ts';

const DAY_MS = 86_400_000;
/** Weights and results that differ by less are equal. */
const ROUNDING_NOISE = 1e-9;
/** Among fewer different portfolios a share says nothing. */
const DIFFERENT_MIN = 20;
/** In bars × coins. */
const BUDGET: Budget = { cells: 20_000_000, fewest: 99, most: 300 };

type Judged = 'total_return' | 'sharpe_ratio' | 'max_drawdown';
type Costs = 'average_exposure' | 'turnover_per_year';

export type RandomPortfolios = {
  seed: number;
  draws: number;
  /** True if the weights were moved in time; they were not where they never change. */
  moved_in_time: boolean;
  /**
   * Share of portfolios that did at least as well as the strategy, which counts as one of them:
   * (1 + those at least as good) / (1 + draws). Source: North, Curtis and Sham (2002); Phipson and Smyth (2010).
   */
  at_least_as_good: Record<Judged, number | null>;
  /** The figures of the statistics by the same functions; of the strategy, and over all draws. */
  strategy: Record<Judged | Costs, number | null>;
  random: Record<Judged | Costs, Quantiles | null>;
};

/** A run as it was simulated, see `SimulationInput`, with its result and its times. */
export type SimulatedRun = {
  readonly input: SimulationInput;
  readonly simulation: Simulation;
  /** Open time of each bar, and length of a bar, in ms. */
  readonly openTimes: Float64Array;
  readonly barMs: number;
};

type Targets = {
  readonly bars: number;
  readonly coins: number;
  /** Bars × coins, row by row; a row that trades nothing begins with NaN. */
  readonly rows: Float64Array;
  /** The first bar with a decision; until then every portfolio is in USDT. */
  readonly first: number;
  /** The row in force during each bar, from the first decision on. */
  readonly inForce: Int32Array;
};

/** Null if there is no decision. */
const targetsOf = ({ bars, coins, targets: rows }: SimulationInput): Targets | null => {
  const inForce = new Int32Array(bars);
  let first: number | null = null;
  let current = 0;
  for (let bar = 0; bar < bars; bar++) {
    if (!Number.isNaN(rows[bar * coins])) {
      current = bar;
      first ??= bar;
    }
    inForce[bar] = current;
  }
  return first === null ? null : { bars, coins, rows, first, inForce };
};

const isConstant = ({ bars, coins, rows, first, inForce }: Targets): boolean => {
  for (let bar = first + 1; bar < bars; bar++) {
    const row = (inForce[bar] as number) * coins;
    for (let coin = 0; coin < coins; coin++) {
      const change = (rows[row + coin] as number) - (rows[first * coins + coin] as number);
      if (Math.abs(change) > ROUNDING_NOISE) return false;
    }
  }
  return true;
};

/** In how many ways the weights of a row can be given to its coins: n! / (equal ones! × …); counted up to `most`. */
const orderings = (weights: Float64Array, most: number): number => {
  const sorted = weights.toSorted();
  let [ways, equal] = [1, 1];
  for (let at = 1; at < sorted.length; at++) {
    equal = (sorted[at] as number) - (sorted[at - 1] as number) <= ROUNDING_NOISE ? equal + 1 : 1;
    ways = (ways * (at + 1)) / equal;
    // Rounds what division leaves; later factors only make it larger, as at + 1 is never below `equal`.
    if (ways >= most) return most;
  }
  return Math.round(ways);
};

/**
 * The weights `shift` bars later, the first rows following the last ones, with the weights of coin i given to coin
 * `order[i]`. The first bar trades to what was in force, so that nothing depends on what was held before.
 */
const movedTargets = (
  { bars, coins, rows, first, inForce }: Targets,
  shift: number,
  order: Uint32Array,
): Float64Array => {
  const moved = new Float64Array(bars * coins).fill(Number.NaN, 0, first * coins);
  for (let bar = first; bar < bars; bar++) {
    const source = first + ((bar - first + shift) % (bars - first));
    const from = (bar === first ? (inForce[source] as number) : source) * coins;
    for (let coin = 0; coin < coins; coin++)
      moved[bar * coins + (order[coin] as number)] = rows[from + coin] as number;
  }
  return moved;
};

type Figures = RandomPortfolios['strategy'];

const figuresOf = ({ input, openTimes, barMs }: SimulatedRun, simulation: Simulation): Figures => {
  const { startingCapital } = input;
  const { value } = simulation;
  const periods = periodReturns(openTimes, barMs, value, startingCapital);
  const days = ((openTimes[value.length - 1] as number) + barMs - periods.startMs) / DAY_MS;
  const did = performance(value, periods, startingCapital, days);
  const { total_return, sharpe_ratio, max_drawdown } = did;
  const unknown = { cagr: null, grossFinalValue: null };
  const trading = tradingStatistics(simulation, startingCapital, days, unknown);
  const { average_exposure, turnover_per_year } = trading;
  return { total_return, sharpe_ratio, max_drawdown, average_exposure, turnover_per_year };
};

/** An undefined figure is worse than any other. */
const shareAtLeast = (own: number | null, drawn: readonly (number | null)[]): number | null => {
  if (own === null) return null;
  const least = own - ROUNDING_NOISE * Math.max(1, Math.abs(own));
  const as = drawn.filter((figure) => figure !== null && figure >= least).length;
  return (1 + as) / (1 + drawn.length);
};

const ALL_CASH = 'The strategy holds nothing but USDT.';

/** The reason why there are no other portfolios to compare with; null if there are. */
const nothingToMove = ({ bars, coins, rows, first }: Targets, isFixed: boolean): string | null => {
  if (!isFixed)
    return bars - first >= DIFFERENT_MIN
      ? null
      : `The strategy decides on the last ${bars - first} bars only, and at least ${DIFFERENT_MIN} are needed.`;
  const weights = rows.subarray(first * coins, (first + 1) * coins);
  if (weights.every((weight) => weight <= ROUNDING_NOISE)) return ALL_CASH;
  const ways = orderings(weights, DIFFERENT_MIN);
  if (ways >= DIFFERENT_MIN) return null;
  return ways === 1
    ? 'The weights never change and are the same for all coins, so that every such portfolio is the strategy itself.'
    : `The weights never change, and only ${ways} different portfolios can be made of them.`;
};

/** Each draw simulated as the run was. */
const drawn = (run: SimulatedRun, targets: Targets, random: Random, isFixed: boolean, draws: number) =>
  Array.from({ length: draws }, () => {
    const shift = isFixed ? 0 : random.below(targets.bars - targets.first);
    const order = random.order(targets.coins);
    const input = { ...run.input, targets: movedTargets(targets, shift, order), recordFills: false };
    return figuresOf(run, simulate(input));
  });

/**
 * The share of random portfolios that did at least as well as the strategy. Each has the strategy's own target
 * weights, moved in time by a random number of bars (those that leave at the end return at the start) and with
 * the coins exchanged among one another once for the whole range. So it is invested as much, as concentrated and
 * changes as much as the strategy, and knows neither the moment nor the coin. It is simulated in the same way, with
 * the same fees, slippage and drift band, on the same market: a market that rose makes the random portfolios rise, too.
 * Exposure and turnover differ by what prices do to holdings and by one trade where the end meets the start; both are
 * stated. Source: Burns (2006), Random Portfolios for Evaluating Trading Strategies; the moves in time as in
 * Aronson (2007) and Masters (2010), Monte Carlo permutation.
 */
export const randomPortfolios = (run: SimulatedRun, seed: number): Answer<RandomPortfolios> => {
  const { input, simulation, openTimes, barMs } = run;
  const periods = periodReturns(openTimes, barMs, simulation.value, input.startingCapital);
  const short = tooShort(periods.returns.length, periods.periodsPerYear);
  if (short !== null) return without(short);
  const targets = input.coins === 0 ? null : targetsOf(input);
  if (targets === null) return without(ALL_CASH);
  const isFixed = isConstant(targets);
  const nothing = nothingToMove(targets, isFixed);
  if (nothing !== null) return without(nothing);
  const draws = drawsWithin(BUDGET, input.bars * input.coins);
  const all = drawn(run, targets, seededRandom(seed), isFixed, draws);
  const own = figuresOf(run, simulation);
  const of = (key: keyof Figures) => all.map((figures) => figures[key]);
  const judged = (key: Judged) => shareAtLeast(own[key], of(key));
  return known({
    seed,
    draws,
    moved_in_time: !isFixed,
    at_least_as_good: {
      total_return: judged('total_return'),
      sharpe_ratio: judged('sharpe_ratio'),
      max_drawdown: judged('max_drawdown'),
    },
    strategy: own,
    random: {
      total_return: definedQuantiles(of('total_return')),
      sharpe_ratio: definedQuantiles(of('sharpe_ratio')),
      max_drawdown: definedQuantiles(of('max_drawdown')),
      average_exposure: definedQuantiles(of('average_exposure')),
      turnover_per_year: definedQuantiles(of('turnover_per_year')),
    },
  });
};
