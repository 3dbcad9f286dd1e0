// Loads the candles of runs, and of weights that other services ask for.
import { isRefusal } from '@tradeium/contracts';
import { whileBeating } from '@tradeium/service-kit/while-beating';
import type { CandleStore } from '../candles/candle-store.ts';
import { loadPanel } from '../candles/load-panel.ts';
import type { WeightsActivities } from '../workflows/compute-weights-contract.ts';
import type { RunActivities } from '../workflows/run-backtest-contract.ts';
import type { ReportProgress } from './report-progress.ts';
import { putSource, type RunFileStores } from './run-files.ts';

export const candleActivities = (
  candles: CandleStore,
  stores: RunFileStores,
  report: ReportProgress,
): Pick<RunActivities, 'loadCandles'> & Pick<WeightsActivities, 'loadRange'> => {
  const { blobs } = stores;
  return {
    loadCandles: (run) =>
      whileBeating(async () => {
        report(run, 'loading_candles', 0);
        const panel = await loadPanel({ candles, blobs }, run.settings, (share) =>
          report(run, 'loading_candles', share),
        );
        if (isRefusal(panel)) return panel;
        report(run, 'waiting', 0);
        return { candles: panel.candles, source: await putSource(stores, run) };
      }),

    loadRange: (range) => whileBeating(() => loadPanel({ candles, blobs }, range)),
  };
};
