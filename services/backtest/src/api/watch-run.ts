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

type Needed = Pick<Dependencies, 'runs' | 'progress' | 'workflows'>;

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
/** Messages buffered for a slow reader; a run publishes far fewer in that time. */
const HEARD_MAX = 1_000;

/** A run's progress as a number, so that a late message never follows a newer one. */
const rankOf = ({ status, step, completed }: RunProgress): number =>
  status === 'running' ? RUN_STEPS.indexOf(step) + completed : Number.POSITIVE_INFINITY;

/** Receives a run's progress from now on, in order. */
const openHearing = ({ progress }: Pick<Needed, 'progress'>, runId: string, recheckMs: number) => {
  const heard: RunProgress[] = [];
  let arrived = Promise.withResolvers<void>();
  const stop = progress.follow(runId, (next) => {
    if (heard.length < HEARD_MAX) heard.push(next);
    arrived.resolve();
  });
  return {
    stop,
    /** The next message; undefined when there was none for a while. */
    next: async (signal: AbortSignal): Promise<RunProgress | undefined> => {
      if (heard.length === 0) {
        arrived = Promise.withResolvers();
        const waited = new AbortController();
        const silence = delay(recheckMs, undefined, { signal: AbortSignal.any([signal, waited.signal]) });
        await Promise.race([arrived.promise, silence.catch(() => undefined)]);
        waited.abort();
      }
      signal.throwIfAborted();
      return heard.shift();
    },
  };
};

/** Subscribes before it reads the current state, so that nothing is missed. */
const follow = async (
  dependencies: Needed,
  runId: string,
  userId: string,
  sink: Sink<RunProgress>,
  recheckMs: number,
) => {
  const hearing = openHearing(dependencies, runId, recheckMs);
  let shown = Number.NEGATIVE_INFINITY;
  try {
    for (let heard: RunProgress | undefined; ; heard = await hearing.next(sink.signal)) {
      const next: RunProgress | Refusal = heard ?? (await snapshotOf(dependencies, runId, userId));
      if (isRefusal(next)) return next;
      const rank = rankOf(next);
      if (heard ? rank >= shown : rank > shown) await sink.write(next);
      if (rank === Number.POSITIVE_INFINITY) return undefined;
      shown = Math.max(shown, rank);
    }
  } finally {
    hearing.stop();
  }
};

export const watchRun = (dependencies: Needed, recheckMs = RECHECK_MS): Handler =>
  userStreamHandler(messageOf('watchRun'), ({ run_id }, userId, sink) =>
    follow(dependencies, run_id, userId, sink, recheckMs),
  );
