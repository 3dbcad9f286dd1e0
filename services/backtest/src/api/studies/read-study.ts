// Reads a study with a page of its computed points, or one point with its equity curve.
import {
  isRefusal,
  messageOf,
  refusalText,
  refuse,
  STUDY_PAGE_MAX,
  type StudyPoint,
  toVut,
} from '@tradeium/contracts';
import { deflatedSharpeRatio, type TrialSpread } from '@tradeium/portfolio';
import { answer, fromAggregates, type Handler, userHandler } from '@tradeium/service-kit';
import { chargeOf, type KnownStudy } from '../../domain/study.ts';
import { axesOf, type PlannedPoint } from '../../domain/study-points.ts';
import { spreadOf } from '../../domain/trials.ts';
import { type ComputedPoint, statisticsOf } from '../../results/studies/study-files.ts';
import type { Dependencies } from '../dependencies.ts';
import { studyOfUser } from './study-of-user.ts';

type Reading = Pick<Dependencies, 'studies' | 'workspaces' | 'trials' | 'studyFiles'>;

const pointOf = (
  point: PlannedPoint | undefined,
  computed: ComputedPoint,
  spread: TrialSpread,
): StudyPoint => {
  const { parameters = {}, settings = {} } = point ?? {};
  const { index } = computed;
  if ('error' in computed) {
    const { error, line } = computed;
    const text = line === null ? error : `Line ${line}: ${error}`;
    return { index, parameters, settings, error: text, statistics: null, deflated_sharpe_ratio: null };
  }
  const { moments } = computed;
  const statistics = statisticsOf(computed);
  const deflated_sharpe_ratio = deflatedSharpeRatio({ ...statistics, ...moments }, spread);
  return { index, parameters, settings, error: null, statistics, deflated_sharpe_ratio };
};

/** The trials of the study's chat. */
const spreadBehind = async ({ trials }: Reading, { started }: KnownStudy): Promise<TrialSpread> =>
  spreadOf((await trials.load(started.userId)).state, started.chatId);

const doubtOf = ({ progress }: KnownStudy) => {
  const doubts = progress.batches.map(({ doubt }) => doubt);
  return doubts.find((doubt) => doubt === 'random') ?? doubts.find((doubt) => doubt !== null) ?? null;
};

/** Everything but points and trials, as its events have it. */
const factsOf = (study: KnownStudy) => {
  const { started, progress } = study;
  const end = study.status === 'ended' ? study.end : null;
  const axes = axesOf(started.plan);
  return {
    study_id: started.studyId,
    backtest_id: started.chatId,
    strategy_filename: started.strategyFilename,
    status: end?.status ?? ('running' as const),
    method: started.plan.method,
    axes: isRefusal(axes) ? [] : axes,
    settings: started.settings,
    goal: started.plan.goal ?? null,
    points_total: started.points,
    done: progress.done,
    started_at: started.at,
    ended_at: end?.at ?? null,
    cost_vut: toVut(end?.charged ?? chargeOf(study)),
    reason: end?.refusal && isRefusal(end.refusal) ? refusalText(end.refusal) : null,
    doubt: doubtOf(study),
    probability_of_overfitting: end?.probabilityOfOverfitting ?? null,
  };
};

export const readStudy = (reading: Reading): Handler =>
  fromAggregates(
    userHandler(
      messageOf('readStudy'),
      async ({ study_id: studyId, after = -1, limit = STUDY_PAGE_MAX }, userId) => {
        const found = await studyOfUser(reading, studyId, userId);
        if (isRefusal(found)) return found;
        const { study, sequence } = found;
        const { studyFiles } = reading;
        const [points, computed] = await Promise.all([studyFiles.points(study), studyFiles.computed(study)]);
        const spread = await spreadBehind(reading, study);
        const later = computed.filter(({ index }) => index > after);
        const page = later.slice(0, limit);
        const facts = {
          ...factsOf(study),
          points: page.map((one) => pointOf(points[one.index], one, spread)),
          next_after: later.length > page.length ? (page.at(-1)?.index ?? null) : null,
          trials: spread.count,
          walk_forward: await studyFiles.walkForward(study),
        };
        return answer(facts, { context: 'backtest', sequence });
      },
    ),
  );

export const readStudyPoint = (reading: Reading): Handler =>
  fromAggregates(
    userHandler(messageOf('readStudyPoint'), async ({ study_id: studyId, index }, userId) => {
      const found = await studyOfUser(reading, studyId, userId);
      if (isRefusal(found)) return found;
      const { study, sequence } = found;
      const computed = (await reading.studyFiles.computed(study)).find((point) => point.index === index);
      if (!computed) return refuse('STUDY_POINT_NOT_FOUND');
      const points = await reading.studyFiles.points(study);
      const point = pointOf(points[index], computed, await spreadBehind(reading, study));
      const curve = 'error' in computed ? { at: [], value: [] } : computed.curve;
      return answer({ ...point, curve }, { context: 'backtest', sequence });
    }),
  );
