// The steps of a run as the user reads them, and how far along they are.
import { RUN_STEP_NAMES, RUN_STEPS, type RunProgress, type RunStep } from '@tradeium/contracts';
import { counted } from '../../lib/format.ts';

const isStep = (step: unknown): step is RunStep => RUN_STEPS.includes(step as RunStep);
const STATES: readonly unknown[] = ['running', 'completed', 'failed', 'cancelled'];

/** The progress that a server-sent event carries; null for anything else. */
export const progressOf = (data: unknown): RunProgress | null => {
  if (typeof data !== 'string') return null;
  try {
    const { run_id, status, step, completed, message, ahead } = JSON.parse(data) as Partial<RunProgress>;
    const fits = typeof run_id === 'string' && STATES.includes(status) && isStep(step);
    if (!fits || typeof completed !== 'number' || !(completed >= 0 && completed <= 1)) return null;
    return {
      run_id,
      status: status as RunProgress['status'],
      step,
      completed,
      message: String(message ?? ''),
      ...(typeof ahead === 'number' && ahead >= 0 && { ahead }),
    };
  } catch {
    return null;
  }
};

/** A run's present step; of one that waits, how many backtests are ahead. */
export const stepWords = ({ step, ahead }: RunProgress): string => {
  if (step !== 'waiting' || ahead === undefined) return RUN_STEP_NAMES[step];
  if (ahead === 0) return 'Waiting: next in turn';
  return `Waiting for ${counted(ahead, 'backtest', 'backtests')} that started earlier`;
};

/** Progress over all steps, 0..1. */
export const shareOf = (progress: RunProgress | null): number =>
  progress === null ? 0 : (RUN_STEPS.indexOf(progress.step) + progress.completed) / RUN_STEPS.length;

/** A step as the list shows it. */
export type StepState = { readonly step: RunStep; readonly state: 'done' | 'current' | 'waiting' };

/** Every step of a run, in order; the first one is current until the server reports another. */
export const stepStatesOf = (progress: RunProgress | null): StepState[] => {
  const current = progress === null ? 0 : RUN_STEPS.indexOf(progress.step);
  return RUN_STEPS.map((step, index) => ({
    step,
    state: index < current ? 'done' : index === current ? 'current' : 'waiting',
  }));
};
