// Simulates the strategy's decisions and writes the result folder.
import type { EventSealing } from '@tradeium/contracts';
import { whileBeating } from '@tradeium/service-kit/while-beating';
import { countTrials } from '../commands/count-trials.ts';
import { readReport } from '../results/report.ts';
import type { ResultThreads } from '../results/result-threads.ts';
import type { RunActivities, WrittenResults } from '../workflows/run-backtest-contract.ts';
import type { ReportProgress } from './report-progress.ts';
import { contentOfRun, keepReport, namedRun, type RunFileStores } from './run-files.ts';
import { sealResults } from './sealed-results.ts';

type Dependencies = RunFileStores &
  Parameters<typeof countTrials>[0] & {
    readonly userKeys: EventSealing;
    readonly resultThreads: ResultThreads;
  };

export const resultActivities = (
  { blobs, files, runs, userKeys, resultThreads: threads, ...counting }: Dependencies,
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
        const task = { run: named, candles, strategy, words, source, paths };
        const content = await contentOfRun(files, named, source);
        const { userId, chatId, settings: range } = run;
        const built = await threads.build(task, (sharpePerDay) => {
          report(run, 'writing_results', 0);
          return countTrials(counting, { userId, chatId, range, trials: [{ content, sharpePerDay }] });
        });
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
