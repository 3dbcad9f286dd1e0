// What a backtest costs, so that the page shows beforehand exactly what the service will reserve.
import { countBars, rangeOfDays } from './bars.ts';
import { BACKTEST_VUT_PER_MILLION_CELLS, QUOTE_CURRENCY, type Timeframe } from './constants.ts';
import { fromVut, type MicroVut, microVutOf } from './money.ts';

const MICRO_VUT_PER_CELL = fromVut(BACKTEST_VUT_PER_MILLION_CELLS) / 1_000_000;

/** The price of a frame of rows × columns cells. */
export const costOfCells = (cells: number): MicroVut => microVutOf(cells * MICRO_VUT_PER_CELL);

/**
 * The most that a run can cost: all bars of its days × all its coins, whatever of them the strategy's frame then has.
 * Throws a RangeError when a date is none.
 */
export const estimateRunCost = (settings: {
  portfolio: readonly string[];
  timeframe: Timeframe;
  start_date: string;
  end_date: string;
}): MicroVut => {
  const { fromMs, untilMs } = rangeOfDays(settings);
  const coins = settings.portfolio.filter((entry) => entry !== QUOTE_CURRENCY).length;
  return costOfCells(countBars(settings.timeframe, fromMs, untilMs) * coins);
};
