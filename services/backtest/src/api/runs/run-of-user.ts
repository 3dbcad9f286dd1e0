// Finds a run for its owner; another user's run counts as unknown.
import { type Refusal, refuse } from '@tradeium/contracts';
import type { Run } from '../../domain/run.ts';
import type { Dependencies } from '../dependencies.ts';

export type KnownRun = Exclude<Run, { status: 'unknown' | 'erased' }>;

/** The run from the event store, with the sequence of its last event. */
export const runOfUser = async (
  { runs }: Pick<Dependencies, 'runs'>,
  runId: string,
  userId: string,
): Promise<{ run: KnownRun; sequence: number } | Refusal> => {
  const { state: run, sequence } = await runs.load(runId);
  if (run.status === 'unknown' || run.status === 'erased' || run.started.userId !== userId)
    return refuse('RUN_NOT_FOUND');
  return { run, sequence };
};
