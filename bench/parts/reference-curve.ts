// The curve of one of the reference runs with everything its statistics and files need, as in the product.
import {
  computeStatistics,
  holdBasketValue,
  holdValue,
  type SimulationInput,
  type StatisticsInput,
  simulate,
} from '@tradeium/portfolio';
import type { Candles } from '../../libs/portfolio/fixtures/oracle/candles.ts';
import { firstCoin, reference } from '../../libs/portfolio/fixtures/oracle/workloads.ts';
import { writeWork } from '../peers/work-files.ts';

const DAY_MS = 86_400_000;

/** The input of the statistics of a run on these candles. */
export const curveOf = (candles: Candles, input: SimulationInput): Required<StatisticsInput> => {
  const { openTimes, barMs, open } = candles;
  const { startingCapital, coins, close } = input;
  const bitcoin = firstCoin(candles);
  const simulation = simulate({ ...input, recordFills: true });
  return {
    openTimes,
    barMs,
    startingCapital,
    simulation,
    benchmark: {
      name: 'BTC',
      value: holdValue(bitcoin.open[0] as number, bitcoin.close, startingCapital),
    },
    basket: {
      name: 'Basket',
      value: holdBasketValue(open.subarray(0, coins), close, startingCapital),
    },
    holdings: simulation.fills && { coins: reference.coins, close, fills: simulation.fills },
    grossFinalValue: simulate({ ...input, feeRate: 0 }).totals.finalValue,
  };
};

/** Hands a curve to the peers that judge one; returns its Sharpe ratio. */
export const writeCurve = async (folder: string, name: string, curve: StatisticsInput): Promise<number> => {
  const values = dailyValues(curve);
  await writeWork(folder, name, values, [values.close]);
  return computeStatistics(curve).sharpe_ratio ?? Number.NaN;
};

/** The values of the portfolio and of its benchmark at each UTC day's end, as if they were two coins' prices. */
const dailyValues = ({
  openTimes,
  barMs,
  startingCapital,
  simulation,
  benchmark,
}: StatisticsInput): Candles => {
  const curves = [simulation.value, benchmark?.value ?? simulation.value];
  const barsADay = DAY_MS / barMs;
  const bars = simulation.value.length / barsADay + 1;
  const close = new Float64Array(bars * curves.length).fill(startingCapital);
  for (let day = 1; day < bars; day++) {
    const last = day * barsADay - 1;
    close.set(
      curves.map((value) => value[last] as number),
      day * curves.length,
    );
  }
  // The first of them is the capital before the first day.
  const startMs = (openTimes[0] as number) - DAY_MS;
  return {
    bars,
    coins: curves.length,
    barMs: DAY_MS,
    openTimes: Float64Array.from({ length: bars }, (_, day) => startMs + day * DAY_MS),
    open: close,
    high: close,
    low: close,
    close,
    filled: 0,
  };
};
