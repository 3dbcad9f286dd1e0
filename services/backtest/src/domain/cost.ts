// What a backtest run costs: a price for each cell of the strategy's frame.
import { BACKTEST_VUT_PER_MILLION_CELLS, fromVut, type MicroVut, microVutOf } from '@tradeium/contracts';

const MICRO_VUT_PER_CELL = fromVut(BACKTEST_VUT_PER_MILLION_CELLS) / 1_000_000;

/** The price of a frame of rows × columns cells. */
export const costOf = (cells: number): MicroVut => microVutOf(cells * MICRO_VUT_PER_CELL);
