// What a backtest costs, so that the page shows in advance exactly what the service will reserve.
import { countBars, rangeOfDays } from './bars.ts';
import { BACKTEST_VUT_PER_MILLION_CELLS, QUOTE_CURRENCY, type Timeframe } from './constants.ts';
import { fromVut, type MicroVut, microVutOf } from './money.ts';

const MICRO_VUT_PER_CELL = fromVut(BACKTEST_VUT_PER_MILLION_CELLS) / 1_000_000;

/** The price of a frame of rows × columns cells. */
export const costOfCells = (cells: number): MicroVut => microVutOf(cells * MICRO_VUT_PER_CELL);

/**
 * The maximum cost of a run: all bars of its days × all its coins, whatever the strategy's frame turns out to have.
 * Throws a RangeError for an invalid date.
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
