// The results of closed positions: the figures of trades, for portfolios that hold weights rather than trades.
import type { FillLog } from './fills.ts';
import { longestRun, tally } from './gains-and-losses.ts';
import { studentTwoSided } from './probability.ts';
import { ratio, standardDeviation, sum } from './return-statistics.ts';

const DAY_MS = 86_400_000;
const NOT_HELD = Number.NEGATIVE_INFINITY;

/**
 * A position is one coin from the first buy until nothing of it is held; buys and sells in between belong to
 * it (vectorbt's positions). Profits are in USDT after fees, returns are profit / sum bought; P are the
 * profits of the closed positions.
 */
export type PositionStatistics = {
  closed: number;
  /** Still held at the last close; in none of the figures below. */
  open: number;
  /** Share of the closed ones that made a profit. */
  win_rate: number | null;
  best_return: number | null;
  worst_return: number | null;
  /** Mean return of those with a profit. */
  average_win: number | null;
  /** Mean return of those with a loss; negative. */
  average_loss: number | null;
  /** Mean time from the first buy to the last sell, in days. */
  average_days: number | null;
  /** sum of profits / |sum of losses|. Source: vectorbt, backtesting.py. */
  profit_factor: number | null;
  /** average profit / |average loss|. Source: LEAN's profit-loss ratio. */
  payoff_ratio: number | null;
  /** mean(P), in USDT. Source: vectorbt. */
  expectancy: number | null;
  /** System quality number: sqrt(count) × mean(P) / std(P); Tharp (1998). Source: vectorbt, backtesting.py. */
  sqn: number | null;
  /** Probability of an SQN as far from 0 by luck: Student's t-test of mean(P) = 0, two-sided. Source: scipy. */
  sqn_p_value: number | null;
  /** In the order in which they were closed. */
  max_consecutive_wins: number;
  max_consecutive_losses: number;
};

type Positions = { profits: Float64Array; returns: Float64Array; days: Float64Array; open: number };

/** `openTimes`: open time of each bar in ms; `coins`: how many columns the fills may name. */
export const positionStatistics = (
  fills: FillLog,
  openTimes: Float64Array,
  coins: number,
): PositionStatistics => {
  const { profits, returns, days, open } = closedPositions(fills, openTimes, coins);
  const closed = profits.length;
  const { wins, losses, gained, lost } = tally(profits);
  const sqn = ratio(sum(profits) / closed, standardDeviation(profits), Math.sqrt(closed));
  const meanReturn = (count: number, belongs: (profit: number) => boolean) =>
    ratio(sum(returns.filter((_, at) => belongs(profits[at] as number))), count);
  return {
    closed,
    open,
    win_rate: ratio(wins, closed),
    best_return: closed > 0 ? returns.reduce((best, one) => Math.max(best, one)) : null,
    worst_return: closed > 0 ? returns.reduce((worst, one) => Math.min(worst, one)) : null,
    average_win: meanReturn(wins, (profit) => profit > 0),
    average_loss: meanReturn(losses, (profit) => profit < 0),
    average_days: ratio(sum(days), closed),
    profit_factor: ratio(gained, lost),
    payoff_ratio: ratio(ratio(gained, wins), ratio(lost, losses)),
    expectancy: ratio(sum(profits), closed),
    sqn,
    sqn_p_value: sqn === null ? null : studentTwoSided(sqn, closed - 1),
    max_consecutive_wins: longestRun(profits, (profit) => profit > 0),
    max_consecutive_losses: longestRun(profits, (profit) => profit < 0),
  };
};

const closedPositions = (fills: FillLog, openTimes: Float64Array, coins: number): Positions => {
  const profits: number[] = [];
  const returns: number[] = [];
  const days: number[] = [];
  const sinceMs = new Float64Array(coins).fill(NOT_HELD);
  const cash = new Float64Array(coins);
  const bought = new Float64Array(coins);
  for (let at = 0; at < fills.coin.length; at++) {
    const coin = fills.coin[at] as number;
    const nowMs = openTimes[fills.bar[at] as number] as number;
    const moved = fills.cash[at] as number;
    if (sinceMs[coin] === NOT_HELD) {
      sinceMs[coin] = nowMs;
      cash[coin] = 0;
      bought[coin] = 0;
    }
    cash[coin] = (cash[coin] as number) + moved;
    if (moved < 0) bought[coin] = (bought[coin] as number) - moved - (fills.fee[at] as number);
    if (fills.held[at] !== 0) continue;
    profits.push(cash[coin] as number);
    returns.push((cash[coin] as number) / (bought[coin] as number));
    days.push((nowMs - (sinceMs[coin] as number)) / DAY_MS);
    sinceMs[coin] = NOT_HELD;
  }
  return {
    profits: Float64Array.from(profits),
    returns: Float64Array.from(returns),
    days: Float64Array.from(days),
    open: sinceMs.filter((ms) => ms !== NOT_HELD).length,
  };
};
