// The batches of a study: hands points to the strategy runner, simulates what it answers, and keeps their figures.
import { hash } from 'node:crypto';
import { ApplicationFailure, activityInfo } from '@temporalio/activity';
import { isRefusal, type Refusal } from '@tradeium/contracts';
import { sharpePerDay } from '@tradeium/portfolio';
import { replyFile } from '@tradeium/service-kit';
import { whileBeating } from '@tradeium/service-kit/while-beating';
import { candlesRefusal, loadPanel } from '../candles/load-panel.ts';
import { codeOfTrial, countTrials, trialContent } from '../commands/count-trials.ts';
import { computedOf, type KnownStudy, partOf } from '../domain/study.ts';
import { batchMaxOf, type Computation, groupsOf, pointsAtOnceOf } from '../domain/study-computations.ts';
import { variesPolicy } from '../domain/study-points.ts';
import type { WeightedPoint } from '../results/studies/score-points.ts';
import type { ComputedPoint } from '../results/studies/study-files.ts';
import type {
  ComputedBatch,
  StudyActivities,
  StudyGroup,
  StudyReference,
} from '../workflows/run-study-contract.ts';
import {
  type Answers,
  computationsIn,
  failedPoints,
  knownStudy,
  readAnswers,
  type StudyParts,
  weightedPoints,
} from './study-parts.ts';

/** Best effort: leftovers are swept after a day. */
const removeFiles = async ({ blobs }: StudyParts, { batch, answer }: ComputedBatch): Promise<void> => {
  const files = [batch.source, answer.answers, ...(answer.weights === null ? [] : [answer.weights])];
  await Promise.allSettled(files.map((file) => blobs.remove(file)));
};

/** Each point is a trial of its chat, a failed one too. */
const countPoints = async (
  parts: StudyParts,
  { started }: KnownStudy,
  computations: readonly Computation[],
  points: readonly ComputedPoint[],
): Promise<void> => {
  const { userId, chatId, settings: range } = started;
  const source = (await parts.files.get(userId, started.code)).toString('utf8');
  const code = await codeOfTrial(parts.files, userId, source);
  const tried = new Map(
    computations.flatMap(({ parameters, points: own }) =>
      own.map(({ index, settings }) => [index, { code, settings, parameters }] as const),
    ),
  );
  const trials = points.flatMap((point) => {
    const one = tried.get(point.index);
    const sharpe = 'error' in point ? null : sharpePerDay(point.statistics);
    return one ? [{ content: trialContent(one), sharpePerDay: sharpe }] : [];
  });
  await countTrials(parts, { userId, chatId, range, trials });
};

/** The points of a batch that are next, those with weights and those that failed. */
type Slice = {
  readonly weighted: readonly WeightedPoint[];
  readonly failed: readonly ComputedPoint[];
  /** Where they are a part of one execution's. */
  readonly part?: { readonly from: number; readonly of: number };
};

/** A batch of one execution may have more points than are simulated at once; others are made to have no more. */
const sliceOf = (study: KnownStudy, all: readonly Computation[], read: Answers): Slice => {
  const weighted = weightedPoints(all, read);
  const failed = failedPoints(all, read, study.progress.failed);
  const [only, another] = read.points;
  const execution = only && !another ? all[only.index] : undefined;
  if (!execution) return { weighted, failed };
  const from = partOf(study, execution.number);
  const of = execution.points.length;
  const atOnce = pointsAtOnceOf(execution.settings, study.started.plan.walk_forward);
  if (from === 0 && weighted.length <= atOnce) return { weighted, failed };
  return { weighted: weighted.slice(from, from + atOnce), failed: failed.slice(from), part: { from, of } };
};

/** Simulates the next points of a batch, counts them and writes that they are computed. */
const scoreBatch = async (
  parts: StudyParts,
  { studyId, chatId, userId }: StudyReference,
  study: KnownStudy,
  { batch, answer }: ComputedBatch,
  read: Answers,
): Promise<void> => {
  const { blobs, resultThreads, studies, studyFiles } = parts;
  const all = await computationsIn(parts, study);
  const { weighted, failed, part } = sliceOf(study, all, read);
  const scored =
    answer.weights === null
      ? { cells: 0, points: [] }
      : await resultThreads.score({
          paths: { candles: await blobs.path(batch.candles), weights: await blobs.path(answer.weights) },
          points: weighted,
          walkForward: study.started.plan.walk_forward ?? null,
          hasPolicies: variesPolicy(study.started.plan),
        });
  const points = [...scored.points, ...failed];
  // Before they are written, as a run is: counting again changes nothing, and a repetition looks for the points after them.
  await countPoints(parts, study, all, points);
  const { digest: file, size } = await studyFiles.put(userId, points);
  const computations = read.points.map(({ index }) => index);
  const ms = read.points.reduce((total, point) => total + (point.ok ? 0 : point.ms), 0);
  // The strategy has run, so its execution is charged as a whole, once; failed ones cost nothing.
  const charged = part && part.from > 0 ? 0 : read.points.filter(({ ok }) => ok).length;
  const data = {
    studyId,
    chatId,
    userId,
    computations,
    ...(part && { part }),
    done: points.length,
    failed: failed.length,
    cells: charged * scored.cells,
    failedMs: Math.round(ms),
    doubt: read.doubt,
    file,
    size,
  };
  const ids = { commandId: `points:${studyId}:${hash('sha256', file)}`, userId, correlationId: studyId };
  const change = await studies.change(studyId, { type: 'AddPoints', data }, ids);
  if (isRefusal(change)) throw new Error(`points of ${studyId} were not written: ${change.refused}`);
};

/** All groups of a study with what is not computed yet, in an order that later lists of points only add to. */
const groupsIn = async (parts: StudyParts, study: KnownStudy): Promise<StudyGroup[] | Refusal> => {
  const computed = computedOf(study);
  const groups: StudyGroup[] = [];
  for (const group of groupsOf(await computationsIn(parts, study))) {
    const { settings } = group[0];
    const refusal = await candlesRefusal(parts.candles, settings);
    if (refusal) return refusal;
    const left = group.map(({ number }) => number).filter((number) => !computed.has(number));
    const batchMax = batchMaxOf(group, study.started.plan.walk_forward);
    groups.push({ settings, computations: left, batchMax });
  }
  return groups;
};

/** Writes the next points of a search, once: whatever repeats it finds the same list. */
const propose = async (
  { studies, studyFiles, resultThreads }: StudyParts,
  study: KnownStudy,
): Promise<void> => {
  const { studyId, chatId, userId, plan, settings, points: total } = study.started;
  const computed = await studyFiles.computed(study);
  const figures = new Map(
    computed.map((point) => [
      point.index,
      'error' in point || !plan.goal ? null : point.statistics[plan.goal],
    ]),
  );
  const searched = (await studyFiles.points(study)).map((point, index) => ({
    point,
    figure: figures.get(index) ?? null,
  }));
  const next = await resultThreads.propose({ plan, settings, total, searched });
  if (next.length === 0) return;
  const round = study.progress.lists.length + 1;
  const data = { studyId, chatId, userId, round, list: await studyFiles.putList(userId, next) };
  const ids = { commandId: `propose:${studyId}:${round}`, userId, correlationId: studyId };
  const change = await studies.change(studyId, { type: 'ProposePoints', data }, ids);
  if (isRefusal(change)) throw new Error(`points of ${studyId} were not proposed: ${change.refused}`);
};

export const studyBatchActivities = (
  parts: StudyParts,
): Pick<
  StudyActivities,
  | 'loadStudyCandles'
  | 'proposeStudyPoints'
  | 'storeStudyCandles'
  | 'writeStudyBatch'
  | 'scoreStudyBatch'
  | 'removeStudyBatch'
> => ({
  loadStudyCandles: (reference) =>
    whileBeating(async () => {
      const study = await knownStudy(parts, reference);
      return groupsIn(parts, study);
    }),

  proposeStudyPoints: (reference) =>
    whileBeating(async () => {
      const study = await knownStudy(parts, reference);
      const computed = computedOf(study);
      const all = await computationsIn(parts, study);
      // An attempt whose answer was lost may have proposed them.
      if (all.every(({ number }) => computed.has(number))) await propose(parts, study);
      return groupsIn(parts, await knownStudy(parts, reference));
    }),

  storeStudyCandles: (settings) =>
    whileBeating(async () => {
      const panel = await loadPanel(parts, settings);
      if (isRefusal(panel)) throw new Error(`the candles of a study are gone: ${panel.refused}`);
      return panel.candles;
    }),

  writeStudyBatch: async (reference, computations) => {
    const study = await knownStudy(parts, reference);
    const all = await computationsIn(parts, study);
    const source = (await parts.files.get(reference.userId, reference.code)).toString('utf8');
    const points = computations.map((number) => ({
      index: number,
      parameters: all[number]?.parameters ?? {},
    }));
    const check = hash('sha256', `${reference.studyId} ${computations.join()}`);
    return parts.blobs.put(replyFile(JSON.stringify({ check, code: source, points })));
  },

  scoreStudyBatch: (reference, batch, answer) =>
    whileBeating(async () => {
      const before = await knownStudy(parts, reference);
      const read = await readAnswers(parts, answer).catch((cause: unknown) => {
        // An attempt whose end was lost has removed the files: what it has not written is computed again.
        if (activityInfo().attempt === 1) throw cause;
        return null;
      });
      const known = computedOf(before);
      const isOpen = before.status === 'running' && read?.points.every(({ index }) => !known.has(index));
      if (read && isOpen) await scoreBatch(parts, reference, before, { batch, answer }, read);
      const after = await knownStudy(parts, reference);
      if (after.status === 'ended') throw ApplicationFailure.nonRetryable('the study has ended');
      const computed = computedOf(after);
      const more =
        read?.points.some(({ index }) => !computed.has(index) && partOf(after, index) > 0) ?? false;
      // The files go last: until the figures are written, a repetition reads them again.
      if (!more) await removeFiles(parts, { batch, answer });
      return {
        computed: batch.computations.filter((number) => computed.has(number)),
        failedMs: after.progress.failedMs,
        more,
      };
    }),

  removeStudyBatch: async (source) => {
    // Leftovers are swept after a day.
    await parts.blobs.remove(source).catch(() => undefined);
  },
});
