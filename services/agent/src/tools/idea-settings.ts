// An idea that has coins of its own is tested on these, whatever the chat's portfolio is.
import { coinsAsked, PORTFOLIO_ENTRIES_MAX, portfolioOf, type TradingSettings } from '@tradeium/contracts';

/** USDT and BTC are in each portfolio. */
export const ideaCoins = coinsAsked.refine(
  (coins) => new Set(['BTC', ...coins]).size < PORTFOLIO_ENTRIES_MAX,
  `name at most ${PORTFOLIO_ENTRIES_MAX - 2} coins besides BTC`,
);

/** The settings with the idea's coins as the portfolio, where it has any. */
export const settingsOn = (settings: TradingSettings, coins: readonly string[] = []): TradingSettings =>
  coins.length > 0 ? { ...settings, portfolio: portfolioOf(coins) } : settings;
