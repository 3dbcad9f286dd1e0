// Ends, erases and settles runs, for requests, reactions and activities alike. Everything here is safe to repeat.
import { randomUUID } from 'node:crypto';
import { isRefusal, type RunEvent } from '@tradeium/contracts';
import type { Aggregates } from '@tradeium/event-store';
import { decideRun, type Run, type RunCommand, type RunOutcome } from '../domain/run.ts';
import { changeWorkspace, type Workspaces } from './change-workspace.ts';

export type Runs = Aggregates<Run, RunEvent>;

type Ids = { readonly runId: string; readonly chatId: string; readonly userId: string };

/** Throws when nothing could be written: the caller retries. */
const write = async (
  runs: Runs,
  { runId, userId }: Ids,
  step: 'end' | 'erase',
  command: RunCommand,
): Promise<void> => {
  const outcome = await runs.execute(
    runId,
    { commandId: `${step}:${runId}`, userId, correlationId: runId },
    (run) => decideRun(command, run),
  );
  if (!outcome.ok) throw new Error(`${step} of run ${runId} was not written: ${outcome.refusal.refused}`);
};

/** Writes the end of a run; the first end stays. */
export const endRun = (
  runs: Runs,
  command: Extract<RunCommand, { type: 'CompleteRun' | 'FailRun' }>,
): Promise<void> => write(runs, command.data, 'end', command);

/** Erases a run, so that nothing of it is visible, however it ends. */
export const eraseRun = (runs: Runs, { runId, chatId, userId }: Ids): Promise<void> =>
  write(runs, { runId, chatId, userId }, 'erase', { type: 'EraseRun', data: { runId, chatId, userId } });

/** The size of a run's result folder. */
const resultBytesOf = (files: readonly { readonly size: number }[]): number =>
  files.reduce((total, { size }) => total + size, 0);

/** What settling a run counts. */
export type Settlement = { readonly resultBytes: number; readonly failedMs?: number | undefined };

/** What a run leaves: of a completed one its result folder, of a failed one the time that its strategy took. */
export const settlementOf = (outcome: RunOutcome): Settlement => {
  if (outcome.status === 'completed') return { resultBytes: resultBytesOf(outcome.files) };
  const isOfUser = outcome.strategyError !== null || outcome.computeMs > 0;
  return { resultBytes: 0, failedMs: isOfUser ? outcome.computeMs : undefined };
};

/** Frees the slot of a run that has ended and counts what it leaves. */
export const settleRun = async (
  workspaces: Workspaces,
  { runId, chatId, userId }: Ids,
  settlement: Settlement,
): Promise<void> => {
  const change = await changeWorkspace(
    { workspaces },
    { type: 'SettleRun', userId, chatId, runId, ...settlement },
    // The state reveals a repetition; a remembered id would hide that a run was given up and then started after all.
    { commandId: `settle:${runId}:${randomUUID()}`, correlationId: runId },
  );
  if (isRefusal(change)) throw new Error(`run ${runId} was not settled: ${change.refused}`);
};
