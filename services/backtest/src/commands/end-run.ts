// Ends, erases and settles runs, for requests, reactions and activities alike. Everything here is safe to repeat.
import { randomUUID } from 'node:crypto';
import { isRefusal } from '@tradeium/contracts';
import type { Stores } from '../aggregates.ts';
import type { RunCommand, Settlement } from '../domain/run.ts';

type Ids = { readonly runId: string; readonly chatId: string; readonly userId: string };

/** Throws when nothing could be written: the caller retries. */
const write = async (
  runs: Stores['runs'],
  { runId, userId }: Ids,
  step: 'end' | 'erase',
  command: RunCommand,
): Promise<void> => {
  const ids = { commandId: `${step}:${runId}`, userId, correlationId: runId };
  const change = await runs.change(runId, command, ids);
  if (isRefusal(change)) throw new Error(`${step} of run ${runId} was not written: ${change.refused}`);
};

/** Writes the end of a run; the first end stays. */
export const endRun = (
  runs: Stores['runs'],
  command: Extract<RunCommand, { type: 'CompleteRun' | 'FailRun' }>,
): Promise<void> => write(runs, command.data, 'end', command);

/** Erases a run, so that nothing of it is visible, however it ends. */
export const eraseRun = (runs: Stores['runs'], { runId, chatId, userId }: Ids): Promise<void> =>
  write(runs, { runId, chatId, userId }, 'erase', { type: 'EraseRun', data: { runId, chatId, userId } });

/** Frees the slot of a run that has ended and counts what it leaves. */
export const settleRun = async (
  workspaces: Stores['workspaces'],
  { runId, chatId, userId }: Ids,
  settlement: Settlement,
): Promise<void> => {
  const change = await workspaces.change(
    userId,
    { type: 'SettleRun', userId, chatId, runId, ...settlement },
    // The state reveals a repetition; a remembered id would hide that a run was given up and then started after all.
    { commandId: `settle:${runId}:${randomUUID()}`, correlationId: runId },
  );
  if (isRefusal(change)) throw new Error(`run ${runId} was not settled: ${change.refused}`);
};
