// Each coin's contribution, cost and weight, and how concentrated the portfolio was.
import type { FillLog } from './fills.ts';
import { ratio } from './return-statistics.ts';

export type CoinStatistics = {
  coin: string;
  /** Sells - buys + value at the last close, after fees and slippage, in USDT; over all coins, the run's profit. */
  profit: number;
  /** profit / initial value; over all coins, the run's total return. */
  contribution: number;
  /** In USDT. */
  fees_paid: number;
  /** Sum of traded notional / portfolio value before the trade, buys and sells alike. */
  turnover: number;
  /** Single trades. */
  fills: number;
  /** Mean share of the portfolio's value at each close. */
  average_weight: number;
};

export type Concentration = {
  /**
   * Mean of sum((w / sum w)²) over the bars with any coin held, w being each coin's value at the close:
   * 1 for a single coin, 1 / n for n equal ones. Source: Herfindahl (1950); bt, for what is not cash.
   */
  herfindahl_index: number | null;
  /** 1 / Herfindahl index. Source: bt. */
  effective_number_of_coins: number | null;
};

/** The coins of a simulation, in the order of its columns. */
export type Holdings = {
  coins: readonly string[];
  /** Price at each bar's close, bars × coins, row by row. */
  close: Float64Array;
  fills: FillLog;
};

/** Figures of each coin, and of all of them together; `value` is the portfolio's at each close. */
export const coinStatistics = (
  { coins, close, fills }: Holdings,
  value: Float64Array,
  startingCapital: number,
): { coins: CoinStatistics[]; concentration: Concentration } => {
  const flows = flowsByCoin(fills, coins.length);
  const held = replayHoldings(fills, close, value, coins.length);
  const herfindahl = ratio(held.herfindahlSum, held.barsHeld);
  return {
    coins: coins.map((coin, at) => {
      const profit = (flows.cash[at] as number) + (held.worth[at] as number);
      return {
        coin,
        profit,
        contribution: profit / startingCapital,
        fees_paid: flows.fees[at] as number,
        turnover: flows.turnover[at] as number,
        fills: flows.fills[at] as number,
        average_weight: (held.weightSums[at] as number) / value.length,
      };
    }),
    concentration: { herfindahl_index: herfindahl, effective_number_of_coins: ratio(1, herfindahl) },
  };
};

const flowsByCoin = (log: FillLog, coins: number) => {
  const cash = new Float64Array(coins);
  const fees = new Float64Array(coins);
  const turnover = new Float64Array(coins);
  const fills = new Float64Array(coins);
  log.coin.forEach((coin, at) => {
    cash[coin] = (cash[coin] as number) + (log.cash[at] as number);
    fees[coin] = (fees[coin] as number) + (log.fee[at] as number);
    turnover[coin] = (turnover[coin] as number) + (log.turnover[at] as number);
    fills[coin] = (fills[coin] as number) + 1;
  });
  return { cash, fees, turnover, fills };
};

/** Follows the amounts held from close to close. */
const replayHoldings = (log: FillLog, close: Float64Array, value: Float64Array, coins: number) => {
  const units = new Float64Array(coins);
  const worth = new Float64Array(coins);
  const weightSums = new Float64Array(coins);
  let herfindahlSum = 0;
  let barsHeld = 0;
  let next = 0;
  for (let bar = 0; bar < value.length; bar++) {
    for (; log.bar[next] === bar; next++) units[log.coin[next] as number] = log.held[next] as number;
    let total = 0;
    let squares = 0;
    for (let coin = 0; coin < coins; coin++) {
      const now = (units[coin] as number) * (close[bar * coins + coin] as number);
      worth[coin] = now;
      total += now;
      squares += now * now;
    }
    if (total === 0) continue;
    herfindahlSum += squares / (total * total);
    barsHeld += 1;
    const whole = value[bar] as number;
    for (let coin = 0; coin < coins; coin++) {
      weightSums[coin] = (weightSums[coin] as number) + (worth[coin] as number) / whole;
    }
  }
  return { worth, weightSums, herfindahlSum, barsHeld };
};
