// The walk-forward test of a study: which points its windows choose, and how these do on later bars.
import { whileBeating } from '@tradeium/service-kit/while-beating';
import type { KnownStudy } from '../domain/study.ts';
import { choicesOf } from '../results/studies/walk-forward.ts';
import type { StudyActivities } from '../workflows/run-study-contract.ts';
import { computationsIn, knownStudy, readAnswers, type StudyParts, weightedPoints } from './study-parts.ts';

const choicesIn = async ({ studyFiles }: Pick<StudyParts, 'studyFiles'>, study: KnownStudy) => {
  const { walk_forward: plan } = study.started.plan;
  if (!plan) return { chosen: [], best: null };
  const points = await studyFiles.computed(study);
  const windows = Math.max(0, ...points.map((point) => ('error' in point ? 0 : point.train.length)));
  return choicesOf(points, windows, plan.metric);
};

export const studyWindowActivities = (
  parts: StudyParts,
): Pick<StudyActivities, 'chooseForWindows' | 'walkForward'> => ({
  chooseForWindows: async (reference) => {
    const study = await knownStudy(parts, reference);
    const choices = await choicesIn(parts, study);
    const wanted = new Set([...choices.chosen, choices.best]);
    const all = await computationsIn(parts, study);
    return all
      .filter(({ points }) => points.some(({ index }) => wanted.has(index)))
      .map(({ number }) => number);
  },

  walkForward: (reference, candles, batches) =>
    whileBeating(async () => {
      const study = await knownStudy(parts, reference);
      const { plan } = study.started;
      if (!plan.walk_forward) throw new Error('a study without windows has no test of them');
      const all = await computationsIn(parts, study);
      const files = await Promise.all(
        batches.map(async ({ answer }) => ({
          weights: answer.weights === null ? null : await parts.blobs.path(answer.weights),
          points: weightedPoints(all, await readAnswers(parts, answer)),
        })),
      );
      const tested = await parts.resultThreads.walk({
        candles: await parts.blobs.path(candles),
        files: files.flatMap(({ weights, points }) => (weights === null ? [] : [{ weights, points }])),
        plan: plan.walk_forward,
        ...(await choicesIn(parts, study)),
        settings: all[0]?.points[0]?.settings ?? study.started.settings,
      });
      // Its few files are swept after a day: a repetition needs them.
      return parts.studyFiles.put(reference.userId, tested);
    }),
});
