// What a rebalance costs, a sell included: a fixed price with the user's own account, and nothing on paper.
import { REBALANCE_VUT, type TradingMode } from '@tradeium/contracts';

/** In VUT. */
export const vutPriceOf = ({ mode }: { readonly mode: TradingMode }): number =>
  mode === 'paper' ? 0 : REBALANCE_VUT;
