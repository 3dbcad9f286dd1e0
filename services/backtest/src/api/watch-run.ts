// Answers where a run stands; what follows comes on the run's progress subject.
import { isRefusal, messageOf, RUN_STEP_NAMES, type RunProgress } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import type { Dependencies } from './dependencies.ts';
import { type KnownRun, runOfUser } from './run-of-user.ts';
import { stepOf } from './run-step.ts';

const progressOf = (runId: string, run: KnownRun, step: RunProgress['step'] | null): RunProgress => {
  if (run.status === 'running') {
    const message = step === null ? 'Starting' : RUN_STEP_NAMES[step];
    return { run_id: runId, status: 'running', step: step ?? 'reserving_credits', completed: 0, message };
  }
  const { outcome } = run;
  const cancelled = outcome.status === 'failed' && outcome.refusal?.refused === 'RUN_CANCELLED';
  const status = cancelled ? 'cancelled' : outcome.status;
  return { run_id: runId, status, step: 'charging_credits', completed: 1, message: status };
};

/** A client may watch a run before its start is written: an unknown run is waited for. */
const UNKNOWN_RUN_WAIT_MS = 3_000;

export const watchRun = (dependencies: Pick<Dependencies, 'runs' | 'progress' | 'workflows'>): Handler =>
  userHandler(messageOf('watchRun'), async ({ run_id }, userId) => {
    const news = dependencies.progress.news(run_id, UNKNOWN_RUN_WAIT_MS);
    const first = await runOfUser(dependencies, run_id, userId);
    if (isRefusal(first)) await news;
    const found = isRefusal(first) ? await runOfUser(dependencies, run_id, userId) : first;
    if (isRefusal(found)) return found;
    const latest = found.run.status === 'running' ? dependencies.progress.latest(run_id) : undefined;
    const step = found.run.status === 'running' && !latest ? await stepOf(dependencies, run_id) : null;
    return answer(latest ?? progressOf(run_id, found.run, step));
  });
