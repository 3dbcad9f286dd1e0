// A user's actions on a deployment, one at a time, with the words of what went wrong.
import { useEffect, useRef, useState } from 'react';
import {
  useLazyGetWorkerStatusQuery,
  useResumeDeploymentMutation,
  useStopDeploymentMutation,
  useSwitchAutoRebalanceOffMutation,
  useSwitchAutoRebalanceOnMutation,
} from '../api.ts';
import { codeWords } from '../trading-words.ts';

/** The changes of an action may show a moment later only. */
const REFRESH_AFTER_MS = 1_000;

const NO_WORKER =
  'No rebalance worker is running at the moment. Rebalances that are due start as soon as one is back.';

type Called = PromiseLike<{ error?: unknown }>;

/** `refresh` asks for the status again. */
export const useActions = (chatId: string, refresh: () => void) => {
  const [on, onState] = useSwitchAutoRebalanceOnMutation();
  const [off, offState] = useSwitchAutoRebalanceOffMutation();
  const [resume, resumeState] = useResumeDeploymentMutation();
  const [stop, stopState] = useStopDeploymentMutation();
  const [askWorker] = useLazyGetWorkerStatusQuery();
  const [problem, setProblem] = useState<string | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  const refreshSoon = () => {
    clearTimeout(timer.current);
    timer.current = setTimeout(refresh, REFRESH_AFTER_MS);
  };
  const act = async (what: 'Toggle' | 'Status', call: () => Called): Promise<boolean> => {
    setProblem(null);
    setHint(null);
    const { error } = await call();
    if (error) setProblem(codeWords(what, error));
    refreshSoon();
    return !error;
  };
  const input = { id: chatId };
  return {
    problem,
    hint,
    isSwitching: onState.isLoading || offState.isLoading,
    isResuming: resumeState.isLoading,
    isStopping: stopState.isLoading,
    refreshSoon,
    toggle: async (isOn: boolean) => {
      const isDone = await act('Toggle', () => (isOn ? on(input) : off(input)));
      if (!isDone || !isOn) return;
      const { data } = await askWorker();
      if (data?.celery_worker_running === false) setHint(NO_WORKER);
    },
    resume: () => act('Status', () => resume(input)),
    stop: () => act('Status', () => stop(input)),
  };
};
