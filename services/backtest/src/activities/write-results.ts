// Simulates the strategy's decisions and writes the result folder.
import type { EventSealing } from '@tradeium/contracts';
import type { Blobs } from '@tradeium/service-kit';
import type { Runs } from '../commands/end-run.ts';
import { readReport } from '../results/report.ts';
import { openResultThreads } from '../results/result-threads.ts';
import type { NamedRun, RunActivities, RunReference, WrittenResults } from '../workflows/run-contract.ts';
import type { ReportProgress } from './report-progress.ts';
import { sealResults } from './sealed-results.ts';
import { whileBeating } from './while-beating.ts';

type Deps = { readonly blobs: Blobs; readonly runs: Runs; readonly userKeys: EventSealing };

export const resultActivities = (
  { blobs, runs, userKeys }: Deps,
  report: ReportProgress,
): Pick<RunActivities, 'reportStrategyStarted' | 'writeResults'> => {
  const threads = openResultThreads();
  const withName = async (run: RunReference): Promise<NamedRun> => {
    const { state } = await runs.load(run.runId);
    if (state.status === 'unknown' || state.status === 'erased')
      throw new Error(`${run.runId} is ${state.status}`);
    return { ...run, strategyFilename: state.started.strategyFilename };
  };
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
        const named = await withName(run);
        const built = await threads.build({ run: named, candles, strategy, words, paths }, () =>
          report(run, 'writing_results', 0),
        );
        const files = built.files.map(async ({ filename, bytes }) => ({
          filename,
          size: bytes.length,
          digest: await blobs.put(bytes),
        }));
        const results: WrittenResults = { ...built, files: await Promise.all(files) };
        return { cells: results.cells, sealed: await sealResults(userKeys, run, results) };
      }),
  };
};
