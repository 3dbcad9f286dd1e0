// Erases one run, so that however it ends nobody sees anything of it.
import type { RunEvent } from '@tradeium/contracts';
import type { Aggregates } from '@tradeium/event-store';
import { decideRun, type Run } from '../domain/run.ts';

/** Safe to repeat. Throws when it could not be written. */
export const eraseRun = async (
  runs: Aggregates<Run, RunEvent>,
  data: Extract<RunEvent, { type: 'RunErased' }>['data'],
): Promise<void> => {
  const { runId, userId } = data;
  const outcome = await runs.execute(
    runId,
    { commandId: `erase:${runId}`, userId, correlationId: runId },
    (run) => decideRun({ type: 'EraseRun', data }, run),
  );
  if (!outcome.ok) throw new Error(`run ${runId} was not erased: ${outcome.refusal.refused}`);
};
