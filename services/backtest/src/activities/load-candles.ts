// Brings the candles of a run up to date and puts them on one axis for the strategy.
import { isRefusal, QUOTE_CURRENCY, rangeOfDays } from '@tradeium/contracts';
import type { Blobs } from '@tradeium/service-kit';
import type { CandleStore } from '../candles/candle-store.ts';
import { rangeRefusal } from '../candles/date-range.ts';
import { encodePanel, panelOf } from '../candles/panel.ts';
import type { RunActivities } from '../workflows/run-contract.ts';
import type { ReportProgress } from './report-progress.ts';
import { whileBeating } from './while-beating.ts';

export const candleActivities = (
  store: CandleStore,
  blobs: Blobs,
  report: ReportProgress,
): Pick<RunActivities, 'loadCandles' | 'reportStrategyStarted'> => ({
  reportStrategyStarted: async (run) => report(run, 'running_strategy', 0),

  loadCandles: (run) =>
    whileBeating(async () => {
      const { portfolio, timeframe } = run.settings;
      const coins = portfolio.filter((entry) => entry !== QUOTE_CURRENCY);
      report(run, 'loading_candles', 0);
      const series = await store.loadAll(coins, timeframe, (share) => report(run, 'loading_candles', share));
      if (isRefusal(series)) return series;
      const { fromMs, untilMs } = rangeOfDays(run.settings);
      const refusal = rangeRefusal(series, fromMs, untilMs);
      if (refusal) return refusal;
      const candles = await blobs.put(encodePanel(panelOf(series, fromMs, untilMs)));
      report(run, 'waiting', 0);
      return { candles };
    }),
});
