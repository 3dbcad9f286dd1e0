// Routes of studies: one strategy at many points, which are values of its parameters and of its settings.
import { z } from 'zod';
import { STUDIES_LISTED_MAX, STUDY_METHOD_FACTS, STUDY_PAGE_MAX } from '../constants.ts';
import { askedPlan } from '../events/study-plan.ts';
import { parameterValues } from '../parameter-schema.ts';
import { deleted } from './backtest-routes.ts';
import { ENDS, id, route } from './route.ts';
import { executeInput } from './run-routes.ts';
import { STUDY_FIGURES, study, studyCurve, studyPoint, studySummary } from './study-shapes.ts';

const { backtest_id, focused_strategy, strategy_filename, portfolio, start_date, end_date, timeframe } =
  executeInput.shape;
const { fees, starting_capital, slippage, drift_band_percent, drift_band_to, rebalance_every } =
  executeInput.shape;

const studyInput = z
  .strictObject({
    backtest_id,
    focused_strategy,
    strategy_filename,
    portfolio,
    start_date,
    end_date,
    timeframe,
    fees,
    starting_capital,
    slippage,
    drift_band_percent,
    drift_band_to,
    rebalance_every,
    ...askedPlan.shape,
    /** Values of parameters that the study does not vary; the others have their defaults. */
    fixed: parameterValues.default({}),
    /** Chosen by the client: a request with the same id means the same study. Runs that keep its points have longer ids. */
    study_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{8,56}$/, 'not a valid study id')
      .optional(),
  })
  .refine(({ start_date: start, end_date: end }) => start <= end, 'DATE_RANGE_INVALID')
  .refine(
    ({ method, goal }) => STUDY_METHOD_FACTS[method].isSearch === (goal !== undefined),
    'STUDY_GOAL_INVALID',
  );
export type StudyInput = z.infer<typeof studyInput>;

const price = z.object({
  points: z.int().positive(),
  /** The maximum: points that fail or are not computed cost nothing. */
  cost_at_most_vut: z.number().nonnegative(),
});

const studyId = z.strictObject({ study_id: id });
const pointId = z.strictObject({ study_id: id, index: z.coerce.number().int().min(0) });

const PLAN_ERRORS = [
  'FEES_INVALID',
  'STARTING_CAPITAL_INVALID',
  'SLIPPAGE_INVALID',
  'DRIFT_BAND_INVALID',
  'REBALANCE_EVERY_INVALID',
  'PARAMETERS_INVALID',
  'PARAMETER_UNKNOWN',
  'PARAMETER_INVALID',
  'PARAMETERS_NOT_TAKEN',
  'STUDY_AXIS_INVALID',
  'STUDY_CODE_INVALID',
  'STUDY_WITHOUT_AXES',
  'STUDY_GOAL_INVALID',
  'STUDY_TOO_LARGE',
  'STUDY_WINDOWS_INVALID',
  'STUDY_REFUSES_PRIVATE',
  'CODE_CHECK_GAVE_UP',
  'PORTFOLIO_INVALID',
  'DATE_INVALID',
  'DATE_NOT_IN_CALENDAR',
  'STRATEGY_REQUIRED',
  'DATE_RANGE_INVALID',
  'UNKNOWN_COIN',
  'CHAT_NOT_FOUND',
  'STRATEGY_FILE_NOT_FOUND',
  'STRATEGIES_UNAVAILABLE',
] as const;

export const STUDY_ROUTES = {
  priceStudy: route({
    method: 'POST',
    path: '/api/studies/price',
    kind: 'query',
    tag: 'studies',
    service: 'backtest',
    limits: ['requests', 'checks'],
    summary: 'The points of a study and its maximum price; starts nothing',
    input: studyInput,
    output: price,
    errors: PLAN_ERRORS,
  }),
  startStudy: route({
    method: 'POST',
    path: '/api/studies',
    tag: 'studies',
    service: 'backtest',
    limits: ['requests', 'runs'],
    summary: 'Start a study: one strategy at many points; answers at once',
    input: studyInput,
    output: price.extend({ study_id: z.string() }),
    errors: [
      ...PLAN_ERRORS,
      'COMMAND_ID_REUSED',
      'INSUFFICIENT_CREDITS',
      'CREDITS_OWED',
      'TOO_MANY_STUDIES',
      'FAILED_RUNS_LIMIT',
      'RESULT_BYTES_LIMIT',
      'STORAGE_FULL',
    ],
  }),
  listStudies: route({
    method: 'GET',
    path: '/api/studies',
    tag: 'studies',
    service: 'backtest',
    summary: 'The newest studies of a chat, newest first',
    input: z.strictObject({ backtest_id: id }),
    output: z.object({ studies: z.array(studySummary).max(STUDIES_LISTED_MAX) }),
    errors: ['CHAT_NOT_FOUND'],
  }),
  readStudy: route({
    method: 'GET',
    path: '/api/studies/{study_id}',
    tag: 'studies',
    service: 'backtest',
    summary: 'A study and a page of its computed points',
    input: z.strictObject({
      study_id: id,
      /** Points with higher indexes only. */
      after: z.coerce.number().int().min(-1).default(-1),
      limit: z.coerce.number().int().min(1).max(STUDY_PAGE_MAX).default(STUDY_PAGE_MAX),
    }),
    output: study,
    errors: ['STUDY_NOT_FOUND'],
  }),
  readStudyPoint: route({
    method: 'GET',
    path: '/api/studies/{study_id}/points/{index}',
    tag: 'studies',
    service: 'backtest',
    summary: 'One computed point with its equity curve',
    input: pointId,
    output: studyPoint.extend({ curve: studyCurve }),
    errors: ['STUDY_NOT_FOUND', 'STUDY_POINT_NOT_FOUND'],
  }),
  exportStudy: route({
    method: 'GET',
    path: '/api/studies/{study_id}/points.{format}',
    tag: 'studies',
    service: 'gateway',
    response: 'file',
    summary: 'The computed points of a study as CSV or Parquet, with the plateau score of a figure',
    input: z.strictObject({
      study_id: id,
      format: z.enum(['csv', 'parquet']),
      /** The figure that is scored. */
      metric: z.enum(STUDY_FIGURES).default('sharpe_ratio'),
    }),
    output: z.unknown(),
    errors: ['STUDY_NOT_FOUND'],
  }),
  cancelStudy: route({
    method: 'DELETE',
    path: '/api/studies/{study_id}',
    budgets: ENDS,
    tag: 'studies',
    service: 'backtest',
    summary: 'Cancel a study; what is computed stays and is charged, the rest is released',
    input: studyId,
    output: z.object({ cancelled: z.boolean() }),
    errors: ['STUDY_NOT_FOUND'],
  }),
  deleteStudy: route({
    method: 'DELETE',
    path: '/backtests/{id}/studies/{study_id}',
    tag: 'studies',
    service: 'backtest',
    summary: 'Delete a study that has ended; its trials count on, and results that were kept of it stay',
    input: z.strictObject({ id, study_id: id }),
    output: deleted,
    errors: ['STUDY_NOT_FOUND', 'STUDY_RUNNING'],
  }),
  keepStudyPoint: route({
    method: 'POST',
    path: '/api/studies/{study_id}/points/{index}/keep',
    tag: 'studies',
    service: 'backtest',
    limits: ['requests', 'runs'],
    summary:
      'Make a result folder of a point, with all checks; once it has ended, the study has paid for the first point of each execution',
    input: pointId,
    output: z.object({ run_id: z.string() }),
    errors: [
      'STUDY_NOT_FOUND',
      'STUDY_POINT_NOT_FOUND',
      'STUDY_POINT_FAILED',
      'CHAT_NOT_FOUND',
      'COMMAND_ID_REUSED',
      'TOO_MANY_RUNS',
      'FAILED_RUNS_LIMIT',
      'RESULT_BYTES_LIMIT',
      'TOO_MANY_RESULTS',
      'STORAGE_FULL',
    ],
  }),
} as const;
