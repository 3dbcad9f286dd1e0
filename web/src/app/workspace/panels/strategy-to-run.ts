// How a run names the strategy that it runs.
import { PRIVATE_STRATEGY_ID, PRIVATE_STRATEGY_NAME } from '@tradeium/contracts';

/** The built-in strategy, whose code stays on the server. */
export const PRIVATE_STRATEGY = {
  focused_strategy: PRIVATE_STRATEGY_NAME,
  private_strategy_id: PRIVATE_STRATEGY_ID,
} as const;

/** A file by its place and, since places shift, its name. */
export const strategyFile = (index: number, filename: string | undefined) => ({
  focused_strategy: `strategy_${index}`,
  ...(filename !== undefined && { strategy_filename: filename }),
});
