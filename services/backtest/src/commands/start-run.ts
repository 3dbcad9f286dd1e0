// Starts a run: admits it among its user's runs, then writes that it has started.
import { randomUUID } from 'node:crypto';
import { isRefusal, type Refusal } from '@tradeium/contracts';
import type { Written } from '@tradeium/service-kit';
import { type RunCommand, settlementOf } from '../domain/run.ts';
import type { ActiveRun } from '../domain/workspace-state.ts';
import { changeRun, type Runs } from './change-run.ts';
import { changeWorkspace, type Workspaces } from './change-workspace.ts';
import { settleRun } from './end-run.ts';

/** A run admitted but unknown for this long was never started: its process ended in between. */
const GIVEN_UP_AFTER_MS = 60_000;
const NOTHING_LEFT = { resultBytes: 0 };

type Starting = { readonly runs: Runs; readonly workspaces: Workspaces };
type Start = Extract<RunCommand, { type: 'StartRun' }>['data'];

const admit = ({ workspaces }: Starting, { userId, chatId, runId }: Start, correlationId: string) =>
  changeWorkspace(
    { workspaces },
    { type: 'AdmitRun', userId, chatId, runId },
    { commandId: `admit:${runId}:${randomUUID()}`, correlationId },
  );

/** Settles runs that have ended: the reaction to their end may be late. */
const settleEnded = async (
  { runs, workspaces }: Starting,
  userId: string,
  active: readonly ActiveRun[],
): Promise<void> => {
  for (const { runId, chatId, admittedAt } of active) {
    const { state: run } = await runs.load(runId);
    const isGivenUp = run.status === 'unknown' && Date.parse(admittedAt) < Date.now() - GIVEN_UP_AFTER_MS;
    if (run.status === 'running' || (run.status === 'unknown' && !isGivenUp)) continue;
    const settlement = run.status === 'ended' ? settlementOf(run.outcome) : NOTHING_LEFT;
    await settleRun(workspaces, { runId, chatId, userId }, settlement);
  }
};

/** Writes that a run has started, once; refused when its user has too many under way or too much stored. */
export const startRun = async (
  starting: Starting,
  { data, asked, correlationId }: { data: Start; asked: object; correlationId: string },
): Promise<{ readonly written: Written } | Refusal> => {
  const { runs, workspaces } = starting;
  const { userId, runId } = data;
  let admitted = await admit(starting, data, correlationId);
  if (isRefusal(admitted) && admitted.refused === 'TOO_MANY_RUNS') {
    const { state } = await workspaces.load(userId);
    await settleEnded(starting, userId, state.activeRuns);
    admitted = await admit(starting, data, correlationId);
  }
  if (isRefusal(admitted)) return admitted;
  const ids = { commandId: `start:${runId}`, input: asked, userId, correlationId };
  const outcome = await changeRun(runs, { type: 'StartRun', data }, ids);
  if (outcome.ok) return { written: { context: 'backtest', sequence: outcome.sequence } };
  // While the store is away it is unknown whether it was written: repeating the request finds out.
  if (outcome.refusal.refused === 'COMMAND_ID_REUSED') await settleRun(workspaces, data, NOTHING_LEFT);
  return outcome.refusal;
};
