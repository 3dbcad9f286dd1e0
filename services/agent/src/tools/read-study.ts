// Lets the model read a study as a surface: which region does well together, how many trials stand behind it, and what speaks against it.
import { setTimeout as delay } from 'node:timers/promises';
import {
  axisKey,
  figureOf,
  isRefusal,
  messageOf,
  plateauScores,
  type Refusal,
  refusalText,
  refuse,
  STUDY_METRICS,
  type Study,
  type StudyMetric,
  type StudyPoint,
  studySurface,
  valueAt,
  wholeStudy,
} from '@tradeium/contracts';
import { z } from 'zod';
import { studyInChat } from './study-in-chat.ts';
import { free, requestOf, type ToolContext, tool } from './tool.ts';

/** A study that has not ended by then is read as it is. */
const PATIENCE_MS = 120_000;
const PAUSE_MS = 1_000;
const SHOWN = 5;
const AXIS_VALUES_SHOWN = 20;

const input = z.strictObject({
  study_id: z.string().min(1).max(64).optional(),
  metric: z.enum(STUDY_METRICS).default('sharpe_ratio'),
});

const newestOf = async (context: ToolContext): Promise<string | Refusal> => {
  const of = { backtest_id: context.chatId };
  const listed = await context.client.request(messageOf('listStudies'), of, requestOf(context));
  if (isRefusal(listed)) return listed;
  return listed.output.studies[0]?.study_id ?? refuse('STUDY_NOT_FOUND');
};

/** The study once it has ended, or as it is when patience ends; with all of its points. */
const wholeOf = (context: ToolContext, studyId: string): Promise<Study | Refusal> => {
  const deadlineMs = performance.now() + PATIENCE_MS;
  return wholeStudy(async (after) => {
    for (;;) {
      const page = await studyInChat(context, studyId, { after });
      const isEarly = after < 0 && !isRefusal(page) && page.status === 'running';
      if (!isEarly || performance.now() >= deadlineMs) return page;
      await delay(PAUSE_MS, undefined, { signal: context.signal });
    }
  });
};

/** A point that has the figure. */
type ScoredPoint = {
  readonly point: StudyPoint;
  readonly figure: number;
  readonly score: number | null;
  /** The point and its neighbours that have the figure. */
  readonly region: readonly { readonly point: StudyPoint; readonly figure: number }[];
};

/** The points that have the figure, by their plateau score: the best first, those without any neighbour last. */
const byPlateau = (study: Study, metric: StudyMetric): ScoredPoint[] => {
  const { points } = study;
  const { neighbours } = studySurface(study);
  const figures = points.map((point) => figureOf(point, metric));
  const scores = plateauScores(figures, neighbours);
  const known = (place: number) => {
    const [point, figure = null] = [points[place], figures[place]];
    return point && figure !== null ? [{ point, figure }] : [];
  };
  const scored = points.flatMap((_, place) =>
    known(place).map((own) => ({
      ...own,
      score: scores[place] ?? null,
      region: [own, ...(neighbours[place] ?? []).flatMap(known)],
    })),
  );
  const rank = ({ score }: ScoredPoint): number => score ?? Number.NEGATIVE_INFINITY;
  return scored.toSorted((one, other) => (rank(one) === rank(other) ? 0 : rank(other) - rank(one)));
};

const valuesOf = (point: StudyPoint, study: Study) =>
  Object.fromEntries(study.axes.map((axis) => [axisKey(axis), valueAt(axis, point, study)]));

const rowOf = ({ point, figure, score }: ScoredPoint, study: Study, metric: StudyMetric) => ({
  ...valuesOf(point, study),
  [metric]: figure,
  plateau_score: score,
  total_return: point.statistics?.total_return,
  max_drawdown: point.statistics?.max_drawdown,
  turnover_per_year: point.statistics?.turnover_per_year,
  deflated_sharpe_ratio: point.deflated_sharpe_ratio,
});

/** From the least to the greatest value of each axis in the region; where it ends at the end of an axis, that is said. */
const plateauOf = (best: ScoredPoint, study: Study, metric: StudyMetric) => {
  const spans = study.axes.map((axis) => {
    const inside = best.region.map(({ point }) => valueAt(axis, point, study));
    const numbers = inside.filter((value) => typeof value === 'number');
    if (numbers.length < inside.length) return { axis, span: inside[0], isAtEnd: false };
    const span = { from: Math.min(...numbers), to: Math.max(...numbers) };
    const all = axis.values.map(Number);
    const isAtEnd = all.length > 1 && (span.from === Math.min(...all) || span.to === Math.max(...all));
    return { axis, span, isAtEnd };
  });
  const figures = best.region.map(({ figure }) => figure);
  return {
    region: Object.fromEntries(spans.map(({ axis, span }) => [axisKey(axis), span])),
    points: figures.length,
    metric,
    mean: figures.reduce((sum, figure) => sum + figure, 0) / figures.length,
    worst: Math.min(...figures),
    centre: rowOf(best, study, metric),
    ends_at_the_end_of: spans.flatMap(({ axis, isAtEnd }) => (isAtEnd ? [axisKey(axis)] : [])),
  };
};

const DOUBTS = {
  state: 'The strategy keeps state between points, so its figures may depend on their order.',
  random: 'The strategy draws random numbers without a seed, so its figures do not repeat.',
} as const;

const FEW_POINTS = 'Fewer than ten points: too few to say whether the choice is luck.';

const SEARCHED =
  'A search puts its points where the goal was good over the whole period: its best is flattering, and splits of the period cannot judge its choice.';

/** The surface in few words, for the model. */
export const surfaceOf = (study: Study, metric: StudyMetric): object => {
  const { axes, points, probability_of_overfitting: overfitting, doubt } = study;
  const scored = byPlateau(study, metric);
  const best = scored.find(({ score }) => score !== null);
  const rows = scored.map((point) => rowOf(point, study, metric));
  const hasMany = rows.length > 2 * SHOWN;
  return {
    study_id: study.study_id,
    strategy_file: study.strategy_filename,
    status: study.status,
    ...(study.reason !== null && { reason: study.reason }),
    axes: axes.map((axis) => ({
      name: axisKey(axis),
      values: axis.values.slice(0, AXIS_VALUES_SHOWN),
      count: axis.values.length,
    })),
    points: study.points_total,
    computed: study.done,
    failed: points.filter(({ error }) => error !== null).length,
    first_failure: points.find(({ error }) => error !== null)?.error ?? undefined,
    cost_vut: study.cost_vut,
    trials: study.trials,
    plateau: best ? plateauOf(best, study, metric) : null,
    top: rows.slice(0, SHOWN),
    bottom: hasMany ? rows.slice(-SHOWN) : rows.slice(SHOWN),
    probability_of_overfitting: overfitting,
    out_of_sample: study.walk_forward?.out_of_sample ?? undefined,
    ...(study.goal !== null && { searched_for: study.goal }),
    doubts: [
      ...(doubt ? [DOUBTS[doubt]] : []),
      ...(points.length < 10 ? [FEW_POINTS] : []),
      ...(study.goal === null ? [] : [SEARCHED]),
    ],
  };
};

export const readStudy = tool({
  name: 'read_study',
  description:
    'Waits for the end of a study (without a study_id the newest) and reads it: the plateau (the region whose points do well together: the answer), first and last points, trials, deflated Sharpe ratios, probability of overfitting, doubts.',
  scope: 'read',
  isOfChat: true,
  takesSettings: false,
  input,
  triesCode: false,
  changesSomething: false,
  costAtMost: free,
  title: () => 'Read a study',
  run: async (context, { study_id: asked, metric }) => {
    const studyId = asked ?? (await newestOf(context));
    if (isRefusal(studyId)) return { content: refusalText(studyId), hasFailed: true };
    const study = await wholeOf(context, studyId);
    if (isRefusal(study)) return { content: refusalText(study), hasFailed: true };
    return {
      content: JSON.stringify(surfaceOf(study, metric)),
      title: `Read a study of ${study.points_total} points (${study.status})`,
    };
  },
});
