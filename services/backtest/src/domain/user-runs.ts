// Which runs of a user are under way, and how much storage the ended ones use.
import {
  FAILED_COMPUTE_MINUTES_PER_HOUR,
  FAILED_COMPUTE_MS_MIN,
  placeOfStudy,
  RESULT_BYTES_PER_DAY_MAX,
  RESULT_FOLDERS_MAX,
  type Refusal,
  RUNS_AT_ONCE_MAX,
  refuse,
  STUDIES_AT_ONCE_MAX,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import { resultFolders, secondsLeftOfDay, storageRefusal } from './storage.ts';
import { chatIn, dayOf, FAILED_RUNS_WINDOW_MS, type Workspace } from './workspace-state.ts';

export type UserRunCommand = { userId: string; chatId: string; runId: string } & (
  | { type: 'AdmitRun' }
  /** Code that runs without leaving a result. */
  | { type: 'AdmitTry' }
  /** A study, whose id is `runId`. */
  | { type: 'AdmitStudy' }
  /** `failedMs`: how long code that failed or was stopped has run. One that was not admitted counts all the same. */
  | { type: 'SettleTry'; failedMs?: number | undefined }
  /**
   * `resultBytes`: the size of the result folder; 0 without one. `failedMs`: how long the strategy of a run without a
   * result ran, where that was its user's doing.
   */
  | { type: 'SettleRun'; resultBytes: number; failedMs?: number | undefined }
);

/** Removes a study that has ended. */
export type DeleteStudy = { type: 'DeleteStudy'; userId: string; chatId: string; studyId: string };

/** False for one that was deleted, or whose chat was. */
export const hasStudy = (
  workspace: Workspace,
  { chatId, studyId }: { readonly chatId: string; readonly studyId: string },
): boolean => chatIn(workspace, chatId)?.deletedRuns.includes(placeOfStudy(studyId)) === false;

export const decideStudyDeletion = (
  { userId, chatId, studyId }: DeleteStudy,
  workspace: Workspace,
): WorkspaceEvent[] | Refusal =>
  hasStudy(workspace, { chatId, studyId })
    ? [{ type: 'StudyDeleted', data: { userId, chatId, studyId } }]
    : refuse('STUDY_NOT_FOUND');

/** Whole seconds until failed runs have left some of the free computing time again; 0 while there is some. */
const secondsToWait = (failedRuns: Workspace['failedRuns'], now: string): number => {
  let left = FAILED_COMPUTE_MINUTES_PER_HOUR * 60_000;
  // Newest first: the time is used up until the run that goes over it is an hour old.
  for (const { at, computeMs } of failedRuns.toReversed()) {
    left -= computeMs;
    const ageMs = Date.parse(now) - Date.parse(at);
    if (left <= 0) return Math.max(0, Math.ceil((FAILED_RUNS_WINDOW_MS - ageMs) / 1_000));
  }
  return 0;
};

/** Why a user may start neither a run nor a try for now. */
export const freeTimeRefusal = (
  { failedRuns }: Pick<Workspace, 'failedRuns'>,
  now: string,
): Refusal | null => {
  const seconds = secondsToWait(failedRuns, now);
  if (seconds === 0) return null;
  return refuse('FAILED_RUNS_LIMIT', { minutes: FAILED_COMPUTE_MINUTES_PER_HOUR, seconds });
};

const BYTES_PER_MB = 1_000_000;

/** Why a user's runs may write no more results today. Deleting some gives nothing back: the files stay for a day. */
const writtenRefusal = ({ written }: Workspace, now: string): Refusal | null => {
  if (written.day !== dayOf(now) || written.bytes < RESULT_BYTES_PER_DAY_MAX) return null;
  return refuse('RESULT_BYTES_LIMIT', {
    limit: RESULT_BYTES_PER_DAY_MAX / BYTES_PER_MB,
    seconds: secondsLeftOfDay(now),
  });
};

const failedFor = (failedMs: number, now: string) => ({
  at: now,
  computeMs: Math.max(failedMs, FAILED_COMPUTE_MS_MIN),
});

/** Decides a command on a user's runs; refusals in the order in which they are checked. */
export const decideUserRun = (
  command: UserRunCommand,
  workspace: Workspace,
  now: string,
): WorkspaceEvent[] | Refusal => {
  const { userId, chatId, runId } = command;
  const isActive = workspace.activeRuns.some((run) => run.runId === runId);
  const chat = chatIn(workspace, chatId);
  if (command.type === 'SettleTry') {
    const { failedMs } = command;
    if (!isActive && failedMs === undefined) return [];
    const failed = failedMs === undefined ? null : failedFor(failedMs, now);
    return [{ type: 'RunSettled', data: { userId, chatId, runId, resultBytes: 0, failed } }];
  }
  if (command.type === 'SettleRun') {
    const isCounted =
      command.resultBytes === 0 || !chat || chat.results.some((result) => result.runId === runId);
    const isDeleted = chat?.deletedRuns.includes(runId) ?? true;
    if (!isActive && (isCounted || isDeleted)) return [];
    const { resultBytes, failedMs } = command;
    const failed = failedMs === undefined ? null : failedFor(failedMs, now);
    return [{ type: 'RunSettled', data: { userId, chatId, runId, resultBytes, failed } }];
  }
  const isTry = command.type === 'AdmitTry';
  const isStudy = command.type === 'AdmitStudy';
  if (!(chat || isTry)) return refuse('CHAT_NOT_FOUND');
  if (isActive) return [];
  const refusal = freeTimeRefusal(workspace, now) ?? (isTry ? null : writtenRefusal(workspace, now));
  if (refusal) return refusal;
  const alike = workspace.activeRuns.filter((run) => run.isStudy === isStudy).length;
  if (isStudy && alike >= STUDIES_AT_ONCE_MAX)
    return refuse('TOO_MANY_STUDIES', { limit: STUDIES_AT_ONCE_MAX });
  if (alike >= RUNS_AT_ONCE_MAX) return refuse('TOO_MANY_RUNS', { limit: RUNS_AT_ONCE_MAX });
  if (isTry) return [{ type: 'RunAdmitted', data: { userId, chatId, runId, at: now, isTry } }];
  if (resultFolders(workspace) + workspace.activeRuns.length >= RESULT_FOLDERS_MAX)
    return refuse('TOO_MANY_RESULTS', { limit: RESULT_FOLDERS_MAX });
  // The result's size is not known yet: a user exceeds the limits by the results of the last runs at most.
  const admitted = { userId, chatId, runId, at: now, ...(isStudy && { isStudy }) };
  return storageRefusal(workspace, 1) ?? [{ type: 'RunAdmitted', data: admitted }];
};
