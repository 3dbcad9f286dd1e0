// Answers agents with how coins moved between two days.
import { isRefusal, MESSAGES, refuse } from '@tradeium/contracts';
import { answer, fromAggregates, type Handler, handler } from '@tradeium/service-kit';
import { rangeRefusal } from '../../candles/date-range.ts';
import { panelOf } from '../../candles/panel.ts';
import type { Dependencies } from '../dependencies.ts';

const DAY_MS = 86_400_000;

/**
 * Of the coins that have all candles; one that was listed later does not keep the others from being looked up. Years of
 * nineteen coins take a tenth of a second, which others would wait for, so that threads compute it.
 */
export const summarizeCoins = ({
  candles,
  resultThreads,
}: Pick<Dependencies, 'candles' | 'resultThreads'>): Handler =>
  fromAggregates(
    handler(MESSAGES.summarizeCoins, async ({ coins, from, to }) => {
      if (from > to) return refuse('DATE_RANGE_INVALID');
      const series = await candles.loadAll(coins, '24h');
      if (isRefusal(series)) return series;
      const [fromMs, untilMs] = [Date.parse(from), Date.parse(to) + DAY_MS];
      const whole = series.filter((one) => rangeRefusal([one], fromMs, untilMs) === null);
      const none = whole.length === 0 ? rangeRefusal(series, fromMs, untilMs) : null;
      if (none) return none;
      const panel = panelOf(whole, fromMs, untilMs);
      const left_out = coins.filter((coin) => !panel.coins.includes(coin));
      const figures = await resultThreads.summarizeCoins(panel);
      return answer({ from, to, left_out, made_up_candles: panel.syntheticCandles, ...figures });
    }),
  );
