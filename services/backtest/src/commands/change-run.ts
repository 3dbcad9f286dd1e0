// Executes a command on a run, for requests, reactions and activities alike.
import type { RunEvent } from '@tradeium/contracts';
import type { Aggregates, CommandIds, Outcome } from '@tradeium/event-store';
import { decideRun, type Run, type RunCommand } from '../domain/run.ts';

export type Runs = Aggregates<Run, RunEvent>;

/** Decides and appends. With `input` in the ids, the same command id with other input is refused. */
export const changeRun = (
  runs: Pick<Runs, 'execute'>,
  command: RunCommand,
  ids: CommandIds & { readonly input?: unknown },
): Promise<Outcome<Run, RunEvent>> => runs.execute(command.data.runId, ids, (run) => decideRun(command, run));
