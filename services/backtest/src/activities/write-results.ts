// Simulates what the strategy decided and writes the files of the result folder.
import type { Blobs } from '@tradeium/service-kit';
import { decodePanel } from '../candles/panel.ts';
import { writeFolder } from '../results/folder.ts';
import { readReport } from '../results/report.ts';
import { simulateRun } from '../results/simulate-run.ts';
import { decodeWeights } from '../results/weights-file.ts';
import type { RunActivities } from '../workflows/run-contract.ts';
import type { ReportProgress } from './report-progress.ts';
import { whileBeating } from './while-beating.ts';

export const resultActivities = (
  blobs: Blobs,
  report: ReportProgress,
): Pick<RunActivities, 'writeResults'> => ({
  writeResults: (run, { candles }, strategy) =>
    whileBeating(async () => {
      report(run, 'simulating', 0);
      const panel = decodePanel(await blobs.get(candles));
      const weights = decodeWeights(await blobs.get(strategy.weights), panel);
      const result = simulateRun(panel, weights, run.settings.fees);
      report(run, 'writing_results', 0);
      const words = await readReport(blobs, strategy.report);
      return writeFolder({ run, panel, result, candles, strategy, words, blobs });
    }),
});
