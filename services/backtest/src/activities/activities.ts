// All activities of this service.
import { activityInfo } from '@temporalio/activity';
import { settleTry } from '../commands/admit-run.ts';
import type { WeightsActivities } from '../workflows/compute-weights-contract.ts';
import type { EraseActivities } from '../workflows/erase-workspace-contract.ts';
import type { ResumeActivities } from '../workflows/resume-lost-runs-contract.ts';
import type { RunActivities } from '../workflows/run-backtest-contract.ts';
import type { StudyActivities } from '../workflows/run-study-contract.ts';
import type { SweepActivities } from '../workflows/sweep-files-contract.ts';
import type { SyncActivities } from '../workflows/sync-candles-contract.ts';
import { creditActivities } from './credits.ts';
import { endActivities } from './end-run.ts';
import { eraseActivities } from './erase-workspace.ts';
import { candleActivities } from './load-candles.ts';
import { reportTo } from './report-progress.ts';
import { resumeActivities } from './resume-lost-runs.ts';
import { studyBatchActivities } from './study-batches.ts';
import { studyEndActivities } from './study-end.ts';
import { studyWindowActivities } from './study-windows.ts';
import { sweepActivities } from './sweep-files.ts';
import { syncActivities } from './sync-candles.ts';
import { resultActivities } from './write-results.ts';

type Parts = Parameters<typeof eraseActivities>[0] &
  Omit<Parameters<typeof resumeActivities>[0], 'now'> &
  Omit<Parameters<typeof studyEndActivities>[0], 'now'> &
  Parameters<typeof studyBatchActivities>[0] &
  Parameters<typeof resultActivities>[0] &
  Parameters<typeof endActivities>[0] &
  Pick<Parameters<typeof sweepActivities>[0], 'blobs' | 'blobUses'> & {
    readonly config: { readonly WORKING_FILES_DAYS: number };
    readonly isBlobUsesComplete: Parameters<typeof sweepActivities>[0]['isComplete'];
    readonly candles: Parameters<typeof syncActivities>[0];
    readonly client: Parameters<typeof creditActivities>[0];
    readonly progress: Parameters<typeof reportTo>[0];
  };
type Activities = RunActivities &
  StudyActivities &
  SyncActivities &
  SweepActivities &
  EraseActivities &
  ResumeActivities &
  WeightsActivities;

export const activities = (parts: Parts): Activities => {
  const { candles, client, config, log, progress } = parts;
  const report = reportTo(progress);
  const now = Date.now;
  return {
    ...eraseActivities(parts),
    ...resumeActivities({ ...parts, now }),
    ...creditActivities(client, report),
    ...candleActivities(candles, parts, report),
    ...studyBatchActivities(parts),
    ...studyWindowActivities(parts),
    ...studyEndActivities({ ...parts, now }),
    ...syncActivities(candles),
    ...sweepActivities({
      blobs: parts.blobs,
      days: config.WORKING_FILES_DAYS,
      blobUses: parts.blobUses,
      isComplete: parts.isBlobUsesComplete,
      log,
      now,
    }),
    ...resultActivities(parts, report),
    ...endActivities(parts, progress),
    settleTry: ({ userId, chatId = '', requestId: runId }, failedMs) => {
      const attempt = activityInfo().workflowExecution?.runId ?? '';
      return settleTry(
        parts,
        { userId, chatId, runId },
        failedMs === undefined ? null : { attempt, failedMs },
      );
    },
  };
};
