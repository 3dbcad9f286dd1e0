// Simulates the strategy's decisions and writes the result folder.
import type { EventSealing } from '@tradeium/contracts';
import { whileBeating } from '@tradeium/service-kit/while-beating';
import { readReport } from '../results/report.ts';
import type { ResultThreads } from '../results/result-threads.ts';
import type { RunActivities, WrittenResults } from '../workflows/run-backtest-contract.ts';
import type { ReportProgress } from './report-progress.ts';
import { keepReport, namedRun, type RunFileStores } from './run-files.ts';
import { sealResults } from './sealed-results.ts';

type Dependencies = RunFileStores & {
  readonly userKeys: EventSealing;
  readonly resultThreads: ResultThreads;
};

export const resultActivities = (
  { blobs, files, runs, userKeys, resultThreads: threads }: Dependencies,
  report: ReportProgress,
): Pick<RunActivities, 'reportStrategyStarted' | 'writeResults'> => {
  return {
    reportStrategyStarted: async (run) => {
      report(run, 'running_strategy', 0);
      threads.warmUp();
    },

    writeResults: (run, { candles }, strategy) =>
      whileBeating(async () => {
        report(run, 'simulating', 0);
        const words = readReport(await blobs.get(strategy.report));
        const paths = {
          candles: await blobs.path(candles),
          weights: await blobs.path(strategy.weights),
        };
        const source = run.code === null ? null : await files.get(run.userId, run.code);
        const named = await namedRun({ runs }, run);
        const built = await threads.build({ run: named, candles, strategy, words, source, paths }, () =>
          report(run, 'writing_results', 0),
        );
        const stored = built.files.map(async ({ filename, bytes }) => ({
          filename,
          size: bytes.length,
          digest: await files.put(run.userId, bytes),
        }));
        const results: WrittenResults = {
          ...built,
          files: await Promise.all(stored),
          report: built.report && (await keepReport({ blobs, files }, run, built.report)),
          runnerReport: strategy.report,
        };
        return { cells: results.cells, sealed: await sealResults(userKeys, run, results) };
      }),
  };
};
