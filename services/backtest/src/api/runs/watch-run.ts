// Streams the progress of a run from its current step to its end.
import { setTimeout as delay } from 'node:timers/promises';
import {
  isRefusal,
  messageOf,
  type Refusal,
  RUN_STEP_NAMES,
  RUN_STEPS,
  type RunProgress,
} from '@tradeium/contracts';
import { type Handler, type Sink, userStreamHandler } from '@tradeium/service-kit';
import { runsBefore } from '../../projections/runs.ts';
import type { Dependencies } from '../dependencies.ts';
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

type Needed = Pick<Dependencies, 'runs' | 'progress' | 'workflows'>;

type Watching = Needed & {
  /** How many runs a run that waits has before it. */
  readonly ahead: (runId: string) => Promise<number | undefined>;
  /** How long nothing is heard until the state is looked up: of any run, and of one that waits. */
  readonly recheckMs: number;
  readonly waitingMs: number;
};

/** A client may watch a run before its start is written, so this waits for an unknown run. */
const UNKNOWN_RUN_WAIT_MS = 3_000;

/** Where a run stands. */
const snapshotOf = async (
  dependencies: Needed,
  runId: string,
  userId: string,
): Promise<RunProgress | Refusal> => {
  const news = dependencies.progress.news(runId, UNKNOWN_RUN_WAIT_MS);
  const first = await runOfUser(dependencies, runId, userId);
  if (isRefusal(first)) await news;
  const found = isRefusal(first) ? await runOfUser(dependencies, runId, userId) : first;
  if (isRefusal(found)) return found;
  const latest = found.run.status === 'running' ? dependencies.progress.latest(runId) : undefined;
  const step = found.run.status === 'running' && !latest ? await stepOf(dependencies, runId) : null;
  return latest ?? progressOf(runId, found.run, step);
};

/** After this time the end is looked up, in case its message was lost. */
const RECHECK_MS = 15_000;
/** The queue before a run that waits is counted this often. */
const WAITING_RECHECK_MS = 3_000;
/** Messages buffered for a slow reader; a run publishes far fewer in that time. */
const HEARD_MAX = 1_000;

/** A run's progress as a number, so that a late message never follows a newer one. */
const rankOf = ({ status, step, completed }: RunProgress): number =>
  status === 'running' ? RUN_STEPS.indexOf(step) + completed : Number.POSITIVE_INFINITY;

/** Receives a run's progress from now on, in order. */
const openHearing = ({ progress }: Pick<Needed, 'progress'>, runId: string) => {
  const heard: RunProgress[] = [];
  let arrived = Promise.withResolvers<void>();
  const stop = progress.follow(runId, (next) => {
    if (heard.length < HEARD_MAX) heard.push(next);
    arrived.resolve();
  });
  return {
    stop,
    /** The next message; undefined when there was none for a while. */
    next: async (signal: AbortSignal, waitMs: number): Promise<RunProgress | undefined> => {
      if (heard.length === 0) {
        arrived = Promise.withResolvers();
        const waited = new AbortController();
        const silence = delay(waitMs, undefined, { signal: AbortSignal.any([signal, waited.signal]) });
        await Promise.race([arrived.promise, silence.catch(() => undefined)]);
        waited.abort();
      }
      signal.throwIfAborted();
      return heard.shift();
    },
  };
};

const isWaiting = ({ status, step }: RunProgress): boolean => status === 'running' && step === 'waiting';

const withAhead = async (progress: RunProgress, { ahead }: Watching): Promise<RunProgress> => {
  if (!isWaiting(progress)) return progress;
  const count = await ahead(progress.run_id);
  return count === undefined ? progress : { ...progress, ahead: count };
};

/** True if a state is further on than the one shown, or the same with news: just received, or another place in the queue. */
const isNews = (next: RunProgress, shown: RunProgress | undefined, isHeard: boolean): boolean => {
  if (!shown) return true;
  const further = rankOf(next) - rankOf(shown);
  return further > 0 || (further === 0 && (isHeard || next.ahead !== shown.ahead));
};

/** Subscribes before it reads the current state, so that nothing is missed. */
const follow = async (watching: Watching, runId: string, userId: string, sink: Sink<RunProgress>) => {
  const hearing = openHearing(watching, runId);
  let shown: RunProgress | undefined;
  try {
    for (let heard: RunProgress | undefined; ; ) {
      const found: RunProgress | Refusal = heard ?? (await snapshotOf(watching, runId, userId));
      if (isRefusal(found)) return found;
      const next = await withAhead(found, watching);
      if (isNews(next, shown, heard !== undefined)) {
        await sink.write(next);
        shown = next;
      }
      if (next.status !== 'running') return undefined;
      heard = await hearing.next(sink.signal, isWaiting(next) ? watching.waitingMs : watching.recheckMs);
    }
  } finally {
    hearing.stop();
  }
};

type Settings = Partial<Pick<Watching, 'ahead' | 'recheckMs' | 'waitingMs'>>;

export const watchRun = (
  { runModel, ...needed }: Needed & Pick<Dependencies, 'runModel'>,
  settings: Settings = {},
): Handler => {
  const watching: Watching = {
    ...needed,
    ahead: (runId) => runsBefore(runModel, runId),
    recheckMs: RECHECK_MS,
    waitingMs: WAITING_RECHECK_MS,
    ...settings,
  };
  return userStreamHandler(messageOf('watchRun'), ({ run_id }, userId, sink) =>
    follow(watching, run_id, userId, sink),
  );
};
