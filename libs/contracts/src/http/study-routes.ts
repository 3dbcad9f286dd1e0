// Routes of studies: one strategy at many points, which are values of its parameters and of its settings.
import { z } from 'zod';
import {
  STUDIES_LISTED_MAX,
  STUDY_METHODS,
  STUDY_METRICS,
  STUDY_PAGE_MAX,
  STUDY_WINDOWS_MAX,
} from '../constants.ts';
import { runSettings } from '../events/backtest.ts';
import { askedPlan, walkForwardPlan } from '../events/study-plan.ts';
import { parameterValue, parameterValues } from '../parameter-schema.ts';
import { ENDS, id, route } from './route.ts';
import { executeInput } from './run-routes.ts';

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
  .refine(({ method, goal }) => (method === 'optimise') === (goal !== undefined), 'STUDY_GOAL_INVALID');
export type StudyInput = z.infer<typeof studyInput>;

const price = z.object({
  points: z.int().positive(),
  /** The maximum: points that fail or are not computed cost nothing. */
  cost_at_most_vut: z.number().nonnegative(),
});

/** The figures of a window, named as in a result's `Statistics`. */
const windowStatistics = z.object({
  final_value: z.number(),
  total_return: z.number(),
  cagr: z.number().nullable(),
  volatility: z.number().nullable(),
  sharpe_ratio: z.number().nullable(),
  sortino_ratio: z.number().nullable(),
  calmar_ratio: z.number().nullable(),
  max_drawdown: z.number(),
  turnover_per_year: z.number(),
  rebalances: z.int().nonnegative(),
  fees_paid: z.number(),
  time_in_market: z.number(),
});

/** The figures of a point. */
const pointStatistics = windowStatistics.extend({
  /** Fees and slippage of a year, each as a share of the value then; null for a point of an early study. */
  cost_per_year: z.number().nullable(),
  /**
   * Annualised deviation of the returns from those of the same decisions, traded at every bar without band and costs; null
   * below two returns, where the study varies neither policy nor costs, and for a point of an early study.
   */
  policy_tracking_error: z.number().nullable(),
});
type PointStatistics = z.infer<typeof pointStatistics>;

/** A figure of a point. */
export type StudyFigure = keyof PointStatistics | 'deflated_sharpe_ratio';
export const STUDY_FIGURES = [
  ...Object.keys(pointStatistics.shape),
  'deflated_sharpe_ratio',
] as readonly StudyFigure[];

/** Settings in which a point differs from the study's. */
const pointSettings = runSettings
  .pick({
    fees: true,
    slippage: true,
    drift_band_percent: true,
    drift_band_to: true,
    rebalance_every: true,
    timeframe: true,
    portfolio: true,
  })
  .partial();
export type PointSettings = z.infer<typeof pointSettings>;

const studyPoint = z.object({
  index: z.int().nonnegative(),
  /** The value of every parameter that the strategy declares. */
  parameters: parameterValues,
  settings: pointSettings,
  /** The strategy's failure at this point; null for one with statistics. */
  error: z.string().nullable(),
  statistics: pointStatistics.nullable(),
  /** The probability that its Sharpe ratio is more than the luck of all trials of the chat. */
  deflated_sharpe_ratio: z.number().nullable(),
});
export type StudyPoint = z.infer<typeof studyPoint>;

const axis = z.object({
  kind: z.enum(['parameter', 'setting']),
  name: z.string(),
  values: z.array(z.union([parameterValue, z.array(z.string())])),
});
export type StudyAxis = z.infer<typeof axis>;

/** Values at moments (ms), as multiples of the start. */
const curve = z.object({ at: z.array(z.number()), value: z.array(z.number()) });
export type StudyCurve = z.infer<typeof curve>;

const window = z.object({
  /** Bars of the range: [start, end). */
  train: z.tuple([z.int(), z.int()]),
  test: z.tuple([z.int(), z.int()]),
  train_start: z.iso.datetime(),
  test_start: z.iso.datetime(),
  test_end: z.iso.datetime(),
  /** The point that the train bars chose; null where none had the figure. */
  chosen: z.int().nonnegative().nullable(),
  in_sample: windowStatistics.nullable(),
  out_of_sample: windowStatistics.nullable(),
  /** Annual growth out of sample ÷ in sample; null unless the latter is above 0. */
  efficiency: z.number().nullable(),
});

const walkForward = z.object({
  plan: walkForwardPlan,
  windows: z.array(window).max(STUDY_WINDOWS_MAX),
  /** Of the test bars one after another, with the capital carried on. */
  out_of_sample: windowStatistics.nullable(),
  curve,
  /** The point that is best over the whole range, over the same bars. */
  in_sample_best: z.object({ index: z.int().nonnegative(), curve }).nullable(),
});
export type WalkForward = z.infer<typeof walkForward>;

const STUDY_STATUSES = ['running', 'completed', 'cancelled', 'failed'] as const;

const studySummary = z.object({
  study_id: z.string(),
  backtest_id: z.string(),
  strategy_filename: z.string(),
  status: z.enum(STUDY_STATUSES),
  method: z.enum(STUDY_METHODS),
  axes: z.array(axis.omit({ values: true })),
  points_total: z.int().positive(),
  /** How many are computed, failed ones included. */
  done: z.int().nonnegative(),
  started_at: z.iso.datetime(),
  ended_at: z.iso.datetime().nullable(),
});
export type StudySummary = z.infer<typeof studySummary>;

const study = z.object({
  ...studySummary.shape,
  axes: z.array(axis),
  settings: runSettings,
  /** The figure that a search aims for; null for other methods. */
  goal: z.enum(STUDY_METRICS).nullable(),
  /** Why it failed. */
  reason: z.string().nullable(),
  /** So far, or in the end. */
  cost_vut: z.number().nonnegative(),
  /** A page of the computed points in the order of their indexes. */
  points: z.array(studyPoint).max(STUDY_PAGE_MAX),
  /** The index after which the next page begins; null on the last one. */
  next_after: z.int().nullable(),
  /** Trials of its chat so far. */
  trials: z.int().nonnegative(),
  /** By combinatorially symmetric cross-validation over 16 blocks; null below ten points, until it has ended, and for a search. */
  probability_of_overfitting: z.number().nullable(),
  /** The strategy keeps state between points, or draws unseeded random numbers. */
  doubt: z.enum(['state', 'random']).nullable(),
  walk_forward: walkForward.nullable(),
});
export type Study = z.infer<typeof study>;

const studyId = z.strictObject({ study_id: id });
const pointId = z.strictObject({ study_id: id, index: z.coerce.number().int().min(0) });

const STUDY_ERRORS = [
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
    errors: STUDY_ERRORS,
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
      ...STUDY_ERRORS,
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
    output: studyPoint.extend({ curve }),
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
