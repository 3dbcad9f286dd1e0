// The settings of a backtest whose chat has none.
import { DATE_MAX, DEFAULT_PERIOD_DAYS, TOP_5_PORTFOLIO, type TradingSettings } from '@tradeium/contracts';

const DAY_MS = 86_400_000;

/** For a chat without results, whose user has sent none: the newest 365 days of the largest coins. */
export const usualSettings = (now: Date): TradingSettings => {
  const today = now.toISOString().slice(0, 10);
  const [end_date = today] = [today, DATE_MAX].sort();
  // Both days are included.
  const start = Date.parse(end_date) - (DEFAULT_PERIOD_DAYS - 1) * DAY_MS;
  return {
    portfolio: [...TOP_5_PORTFOLIO],
    timeframe: '24h',
    fees: 0.001,
    start_date: new Date(start).toISOString().slice(0, 10),
    end_date,
  };
};
