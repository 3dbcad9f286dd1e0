// A result folder as lists of files and results show it.
import { keptPolicy, moneyOf, type RunFigures, type SessionFile } from '@tradeium/contracts';
import { displayName } from '../../domain/strategy-filename.ts';
import type { Folder } from '../../projections/runs.ts';

export const seconds = (iso: string): number => Date.parse(iso) / 1_000;

const settingsInWords = ({ settings: { start_date, end_date, timeframe } }: Folder): string =>
  `${start_date} to ${end_date}, ${timeframe}`;

const factsOf = ({
  strategy,
  settings,
  parameters,
  figures,
  criticalFindings,
}: Folder): SessionFile['result'] => ({
  strategy: displayName(strategy),
  // Usual settings are left out; a list says them, as others may differ there.
  ...settings,
  ...moneyOf(settings),
  drift_band_percent: 0,
  rebalance_every: 'bar',
  ...keptPolicy(settings),
  parameters,
  // A folder's run has completed.
  ...(figures as RunFigures),
  critical_findings: criticalFindings,
});

/** A renamed folder is shown by its new name. */
export const folderEntry = (run: Folder): SessionFile => ({
  filename: run.folderName ?? run._id,
  created_at: seconds(run.endedAt ?? run.startedAt),
  type: 'backtest_folder',
  display_name: run.folderName === run.givenName ? settingsInWords(run) : (run.folderName ?? run._id),
  run_id: run._id,
  version: null,
  result: factsOf(run),
});
