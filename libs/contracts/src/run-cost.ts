// The prices of a backtest and a reply, so that the page shows in advance exactly what the service will reserve.
import { countBars, rangeOfDays } from './bars.ts';
import {
  AGENT_PROMPTS_RESERVED,
  AGENT_TRIES_MAX,
  BACKTEST_VUT_PER_MILLION_CELLS,
  COINS,
  QUOTE_CURRENCY,
  type Timeframe,
} from './constants.ts';
import { portfolioOf } from './idea-coins.ts';
import { addMicroVut, fromVut, type MicroVut, microVutOf } from './money.ts';

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

/** The maximum cost of an agent's backtest: an idea may have coins of its own, as many as a portfolio holds. */
export const estimateTryCost = (settings: Parameters<typeof estimateRunCost>[0]): MicroVut =>
  estimateRunCost({ ...settings, portfolio: portfolioOf(COINS) });

/**
 * The maximum cost of an agent's reply to a prompt of so many tokens: its model's, and its backtests'. `price` is in 10⁻⁶
 * VUT for a token, which is VUT for a million of them; `runCost` is that of one backtest, zero for an agent that runs none.
 */
export const estimateReplyCost = (
  price: { readonly input: number; readonly output: number },
  promptTokens: number,
  maxOutputTokens: number,
  runCost: MicroVut,
): MicroVut => {
  const input = AGENT_PROMPTS_RESERVED * promptTokens * price.input;
  const tokens = microVutOf(Math.ceil(input + maxOutputTokens * price.output));
  return addMicroVut(tokens, microVutOf(AGENT_TRIES_MAX * runCost));
};
