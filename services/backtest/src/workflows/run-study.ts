// The order of a study: reserve credits, load candles once, compute the points in batches, test the windows, charge.
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  continueAsNew,
  isCancellation,
  log,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  ComputedBatch,
  StudyActivities,
  StudyGroup,
  StudyOutcome,
  StudyReference,
} from './run-study-contract.ts';
import { SANDBOX_UNAVAILABLE, strategyRunnerFor } from './strategy-runner.ts';

const { reserveStudyCredits, writeStudyBatch } = proxyLocalActivities<StudyActivities>({
  startToCloseTimeout: '12 s',
  scheduleToCloseTimeout: '2 min',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '5 s' },
});

/** The first study on a coin fetches years of candles. */
const { loadStudyCandles } = proxyActivities<StudyActivities>({
  startToCloseTimeout: '15 min',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumAttempts: 4 },
});

const { scoreStudyBatch, chooseForWindows, walkForward } = proxyActivities<StudyActivities>({
  startToCloseTimeout: '2 min',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumAttempts: 4 },
});

/** The end is retried until it is written: credits must not stay reserved, a study must not stay open. */
const { endStudy } = proxyActivities<StudyActivities>({
  startToCloseTimeout: '5 min',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '20 s' },
});

/** One more than the processors of a small machine, so that none waits while a batch is scored. */
const BATCHES_AT_ONCE = 3;
/** The first points are there at once; later batches are as long as another user may have to wait. */
const FIRST_BATCH = 2;
const BATCH_MS = 1_500;
const BUDGET_MS = 3_000;
const BATCH_MAX = 200;
/** Failing points cost nothing, so they may not compute for ever. */
const FAILED_MS_MAX = 60_000;

/** Runs one study to its end. Charges exactly the points that are computed, however it ends. */
export const runStudy = async (study: StudyReference, left?: readonly StudyGroup[]): Promise<void> => {
  const outcome = await attempt(study, left).catch((cause: unknown): StudyOutcome => {
    if (isCancellation(cause)) return { status: 'cancelled', refusal: null, walkForward: null };
    log.error('a study failed', { studyId: study.studyId, cause: String(cause) });
    const refused = isSandboxUnavailable(cause) ? 'STRATEGIES_UNAVAILABLE' : 'STUDY_FAILED';
    return { status: 'failed', refusal: { refused }, walkForward: null };
  });
  if ('left' in outcome) return continueAsNew<typeof runStudy>(study, outcome.left);
  await CancellationScope.nonCancellable(() => endStudy(study, outcome));
};

const isSandboxUnavailable = (cause: unknown): boolean =>
  cause instanceof ActivityFailure &&
  cause.cause instanceof ApplicationFailure &&
  cause.cause.type === SANDBOX_UNAVAILABLE;

type Unfinished = { readonly left: readonly StudyGroup[] };

const attempt = async (
  study: StudyReference,
  before?: readonly StudyGroup[],
): Promise<StudyOutcome | Unfinished> => {
  const failed = (refusal: Extract<StudyOutcome, { status: 'failed' }>['refusal']): StudyOutcome => ({
    status: 'failed',
    refusal,
    walkForward: null,
  });
  const shortage = before ? null : await reserveStudyCredits(study);
  if (shortage) return failed(shortage);
  const groups = before ?? (await loadStudyCandles(study));
  if ('refused' in groups) return failed(groups);
  const queue = groups.map((group) => ({ group, computations: [...group.computations] }));
  const outcome = await computeAll(study, queue);
  if (outcome) return failed(outcome);
  const left = queue.filter(({ computations }) => computations.length > 0);
  if (left.length > 0) return { left: left.map(({ group, computations }) => ({ ...group, computations })) };
  const windows = study.walksForward && groups[0] ? await testWindows(study, groups[0]) : null;
  return { status: 'completed', refusal: null, walkForward: windows };
};

type Queue = { readonly group: StudyGroup; computations: number[] }[];
type Pace = { ofOneMs: number | null; failedMs: number };

/** Computes until the queue is empty or this history is long enough; answers why it gave up. */
const computeAll = async (study: StudyReference, queue: Queue) => {
  const pace: Pace = { ofOneMs: null, failedMs: 0 };
  const scope = new CancellationScope();
  const work = async () => {
    while (pace.failedMs < FAILED_MS_MAX && !workflowInfo().continueAsNewSuggested) {
      const batch = nextBatch(queue, pace);
      if (!batch) return;
      await computeBatch(study, batch, pace);
    }
  };
  try {
    await scope.run(() => Promise.all(Array.from({ length: BATCHES_AT_ONCE }, work)));
  } catch (cause) {
    scope.cancel();
    throw cause;
  }
  if (pace.failedMs < FAILED_MS_MAX) return null;
  return { refused: 'STUDY_FAILED_POINTS', data: { seconds: Math.round(pace.failedMs / 1_000) } } as const;
};

const nextBatch = (queue: Queue, { ofOneMs }: Pace): Queue[number] | null => {
  const next = queue.find(({ computations }) => computations.length > 0);
  if (!next) return null;
  const wanted = ofOneMs === null ? FIRST_BATCH : Math.max(1, Math.floor(BATCH_MS / Math.max(ofOneMs, 1)));
  return { group: next.group, computations: next.computations.splice(0, Math.min(wanted, BATCH_MAX)) };
};

const computeBatch = async (study: StudyReference, { group, computations }: Queue[number], pace: Pace) => {
  let open = computations;
  while (open.length > 0) {
    const { batch, answer } = await compute(study, group, open);
    const { computed, failedMs } = await scoreStudyBatch(study, batch, answer);
    pace.ofOneMs = answer.timing_ms.total / Math.max(answer.done, 1);
    pace.failedMs = Math.max(pace.failedMs, failedMs);
    open = open.filter((number) => !computed.includes(number));
    if (pace.failedMs >= FAILED_MS_MAX) return;
  }
};

const compute = async (
  study: StudyReference,
  { candles, settings }: StudyGroup,
  computations: readonly number[],
): Promise<ComputedBatch> => {
  const source = await writeStudyBatch(study, computations);
  const batch = { candles, settings, source };
  const job = { run_id: study.studyId, ...batch, budget_ms: BUDGET_MS };
  return { batch, answer: await strategyRunnerFor(study).runPoints(job) };
};

/** The windows' points are computed once more: weights are not kept, and these are few. */
const testWindows = async (study: StudyReference, group: StudyGroup) => {
  const chosen = await chooseForWindows(study);
  const batches: ComputedBatch[] = [];
  for (let done = 0; done < chosen.length; ) {
    const computed = await compute(study, group, chosen.slice(done));
    batches.push(computed);
    done += computed.answer.done;
  }
  return walkForward(study, batches);
};
