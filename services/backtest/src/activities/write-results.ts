// Simulates the strategy's decisions and writes the result folder.
import type { Blobs } from '@tradeium/service-kit';
import { readReport } from '../results/report.ts';
import { openResultThreads } from '../results/result-threads.ts';
import type { RunActivities } from '../workflows/run-contract.ts';
import type { ReportProgress } from './report-progress.ts';
import { whileBeating } from './while-beating.ts';

export const resultActivities = (
  blobs: Blobs,
  report: ReportProgress,
): Pick<RunActivities, 'reportStrategyStarted' | 'writeResults'> => {
  const threads = openResultThreads();
  return {
    reportStrategyStarted: async (run) => {
      report(run, 'running_strategy', 0);
      threads.warmUp();
    },

    writeResults: (run, { candles }, strategy) =>
      whileBeating(async () => {
        report(run, 'simulating', 0);
        const words = await readReport(blobs, strategy.report);
        const paths = {
          candles: await blobs.path(candles),
          weights: await blobs.path(strategy.weights),
          source: run.code === null ? null : await blobs.path(run.code),
        };
        const built = await threads.build({ run, candles, strategy, words, paths }, () =>
          report(run, 'writing_results', 0),
        );
        const files = built.files.map(async ({ filename, bytes }) => ({
          filename,
          size: bytes.length,
          digest: await blobs.put(bytes),
        }));
        return { ...built, files: await Promise.all(files) };
      }),
  };
};
