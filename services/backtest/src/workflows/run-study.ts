// The order of a study: reserve credits, look for candles, compute the points in batches, test the windows, charge.
import {
  ActivityFailure,
  ApplicationFailure,
  CancellationScope,
  continueAsNew,
  isCancellation,
  log,
  patched,
  proxyActivities,
  proxyLocalActivities,
  workflowInfo,
} from '@temporalio/workflow';
import type {
  ComputedBatch,
  PointsAnswer,
  ScoredBatch,
  StudyActivities,
  StudyBatch,
  StudyGroup,
  StudyOutcome,
  StudyReference,
} from './run-study-contract.ts';
import { SANDBOX_UNAVAILABLE, strategyRunnerFor } from './strategy-runner.ts';

const { reserveStudyCredits, writeStudyBatch, removeStudyBatch } = proxyLocalActivities<StudyActivities>({
  startToCloseTimeout: '12 s',
  scheduleToCloseTimeout: '2 min',
  retry: { initialInterval: '200 ms', backoffCoefficient: 2, maximumInterval: '5 s' },
});

/** The first study on a coin fetches years of candles. */
const { loadStudyCandles, proposeStudyPoints, storeStudyCandles } = proxyActivities<StudyActivities>({
  startToCloseTimeout: '15 min',
  heartbeatTimeout: '6 s',
  retry: { initialInterval: '500 ms', backoffCoefficient: 2, maximumAttempts: 4 },
});

const { scoreStudyBatch, chooseForWindows, walkForward } = proxyActivities<StudyActivities>({
  startToCloseTimeout: '10 min',
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
/** Batches in a row that may answer nothing new. */
const ROUNDS_WITHOUT_PROGRESS_MAX = 3;
/** A batch that was given up counts at most so long: it may have waited for a place. */
const UNUSED_MS_MAX = 12_000;
/** Failing points cost nothing, so they may not compute for ever. */
const FAILED_MS_MAX = 60_000;

/** Runs one study to its end. Charges the executions that answered, however it ends. */
export const runStudy = async (study: StudyReference, left?: readonly StudyGroup[]): Promise<void> => {
  const pace: Pace = { ofOneMs: null, failedMs: 0, unusedMs: 0 };
  const end = await attempt(study, pace, left).catch((cause: unknown): End => {
    if (isCancellation(cause)) return { status: 'cancelled', refusal: null, walkForward: null };
    log.error('a study failed', { studyId: study.studyId, cause: String(cause) });
    return failed({ refused: isSandboxUnavailable(cause) ? 'STRATEGIES_UNAVAILABLE' : 'STUDY_FAILED' });
  });
  if ('left' in end) return continueAsNew<typeof runStudy>(study, end.left);
  // Time that was lost by a fault of ours does not count against the user.
  const unusedMs = end.status === 'cancelled' ? pace.unusedMs : 0;
  await CancellationScope.nonCancellable(() => endStudy(study, { ...end, unusedMs }));
};

type End =
  | Pick<Extract<StudyOutcome, { refusal: null }>, 'status' | 'refusal' | 'walkForward'>
  | Pick<Extract<StudyOutcome, { status: 'failed' }>, 'status' | 'refusal' | 'walkForward'>;

const failed = (refusal: Extract<StudyOutcome, { status: 'failed' }>['refusal']): End => ({
  status: 'failed',
  refusal,
  walkForward: null,
});

const isSandboxUnavailable = (cause: unknown): boolean =>
  cause instanceof ActivityFailure &&
  cause.cause instanceof ApplicationFailure &&
  cause.cause.type === SANDBOX_UNAVAILABLE;

type Unfinished = { readonly left: readonly StudyGroup[] };

const attempt = async (
  study: StudyReference,
  pace: Pace,
  before?: readonly StudyGroup[],
): Promise<End | Unfinished> => {
  const shortage = before ? null : await reserveStudyCredits(study);
  if (shortage) return failed(shortage);
  const groups = before ?? (await loadStudyCandles(study));
  if ('refused' in groups) return failed(groups);
  let queue: Queue = groups.map((group) => queued(group));
  do {
    await computeAll(study, queue, pace);
    if (pace.failedMs >= FAILED_MS_MAX)
      return failed({ refused: 'STUDY_FAILED_POINTS', data: { seconds: Math.round(pace.failedMs / 1_000) } });
    if (hasWork(queue)) return { left: queue.map(({ group, computations }) => ({ ...group, computations })) };
    const next = study.searches ? await proposeStudyPoints(study) : [];
    if ('refused' in next) return failed(next);
    // A group keeps its place, and its candles, whatever has arrived since.
    const before: Queue = queue;
    if (study.searches) queue = next.map((group, at) => queued(group, before[at]?.candles));
  } while (hasWork(queue));
  const windows = study.walksForward && queue[0] ? await testWindows(study, queue[0], pace) : null;
  return { status: 'completed', refusal: null, walkForward: windows };
};

type Queued = {
  readonly group: StudyGroup;
  /** Those that no batch has taken. */
  readonly computations: number[];
  /** Digest of the candles, which are stored when the first batch needs them. */
  readonly candles: () => Promise<string>;
};
type Queue = readonly Queued[];
type Batch = { readonly of: Queued; readonly computations: readonly number[] };

const hasWork = (queue: Queue): boolean => queue.some(({ computations }) => computations.length > 0);

const storedOnce = ({ settings }: StudyGroup): Queued['candles'] => {
  let candles: Promise<string> | undefined;
  return () => {
    candles ??= storeStudyCandles(settings);
    return candles;
  };
};

const queued = (group: StudyGroup, candles = storedOnce(group)): Queued => ({
  group,
  computations: [...group.computations],
  candles,
});

type Pace = { ofOneMs: number | null; failedMs: number; unusedMs: number };

/** Computes until the queue is empty, this history is long enough, or failing points have computed for too long. */
const computeAll = async (study: StudyReference, queue: Queue, pace: Pace): Promise<void> => {
  const scope = new CancellationScope();
  const work = async () => {
    while (pace.failedMs < FAILED_MS_MAX && !workflowInfo().continueAsNewSuggested) {
      const batch = nextBatch(queue, pace);
      if (!batch) return;
      await computeBatch(study, batch, pace);
    }
  };
  const places = Array.from({ length: BATCHES_AT_ONCE }, () =>
    scope.run(work).catch((cause: unknown) => {
      scope.cancel();
      throw cause;
    }),
  );
  // All of them: what one is writing down belongs to the study, and to its price.
  const ends = await Promise.allSettled(places);
  const lost = ends.filter((end) => end.status === 'rejected').map(({ reason }) => reason as unknown);
  // A place that failed has the others cancelled.
  const cause = lost.find((one) => !isCancellation(one)) ?? lost[0];
  if (cause !== undefined) throw cause;
};

const nextBatch = (queue: Queue, { ofOneMs }: Pace): Batch | null => {
  const next = queue.find(({ computations }) => computations.length > 0);
  if (!next) return null;
  const wanted = ofOneMs === null ? FIRST_BATCH : Math.max(1, Math.floor(BATCH_MS / Math.max(ofOneMs, 1)));
  const most = Math.min(wanted, BATCH_MAX, next.group.batchMax);
  return { of: next, computations: next.computations.splice(0, most) };
};

const computeBatch = async (study: StudyReference, { of, computations }: Batch, pace: Pace) => {
  let open: readonly number[] = computations;
  for (let idle = 0; open.length > 0; ) {
    const { batch, answer } = await compute(study, of, open, pace);
    const { computed, failedMs } = await scored(study, batch, answer);
    pace.ofOneMs = pacedMs(answer) / Math.max(answer.done, 1);
    pace.failedMs = Math.max(pace.failedMs, failedMs);
    const left = open.filter((number) => !computed.includes(number));
    idle = left.length < open.length ? 0 : idle + 1;
    if (idle >= ROUNDS_WITHOUT_PROGRESS_MAX) throw new Error('points are computed again and again');
    open = left;
    if (pace.failedMs >= FAILED_MS_MAX) return;
  }
};

/** Without the wait for an interpreter; a study that began under 1.0.0 goes on as it began, with it. */
const pacedMs = ({ timing_ms: { strategy, total } }: PointsAnswer): number =>
  patched('paced-by-strategy') ? strategy : total;

/** Simulates a batch. Its first points are written down whatever else happens, as they are charged; a cancellation ends it then. */
const scored = async (
  study: StudyReference,
  batch: StudyBatch,
  answer: PointsAnswer,
): Promise<ScoredBatch> => {
  const next = () => CancellationScope.nonCancellable(() => scoreStudyBatch(study, batch, answer));
  let last = await next();
  while (last.more && !CancellationScope.current().consideredCancelled) last = await next();
  return last;
};

const compute = async (
  study: StudyReference,
  { group: { settings }, candles: stored }: Queued,
  computations: readonly number[],
  pace: Pace,
): Promise<ComputedBatch> => {
  const candles = await stored();
  const source = await writeStudyBatch(study, computations);
  const batch = { candles, settings, source, computations };
  const job = { run_id: study.studyId, candles, settings, source, budget_ms: BUDGET_MS };
  const startedAt = Date.now();
  try {
    return { batch, answer: await strategyRunnerFor(study).runPoints(job) };
  } catch (cause) {
    pace.unusedMs += Math.min(Date.now() - startedAt, UNUSED_MS_MAX);
    await CancellationScope.nonCancellable(() => removeStudyBatch(source));
    throw cause;
  }
};

/** The windows' points are computed once more: weights are not kept, and these are few. */
const testWindows = async (study: StudyReference, of: Queued, pace: Pace) => {
  const chosen = await chooseForWindows(study);
  const batches: ComputedBatch[] = [];
  for (let done = 0; done < chosen.length; ) {
    const computed = await compute(study, of, chosen.slice(done), pace);
    batches.push(computed);
    done += computed.answer.done;
  }
  return walkForward(study, await of.candles(), batches);
};
