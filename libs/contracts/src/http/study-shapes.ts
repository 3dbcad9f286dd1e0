// The shapes of studies: points with their figures, the walk-forward test, and the study as it is read.
import { z } from 'zod';
import { STUDY_METHODS, STUDY_METRICS, STUDY_PAGE_MAX, STUDY_WINDOWS_MAX } from '../constants.ts';
import { runSettings } from '../events/backtest.ts';
import { walkForwardPlan } from '../events/study-plan.ts';
import { parameterValue, parameterValues } from '../parameter-schema.ts';

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

export const studyPoint = z.object({
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
export const studyCurve = z.object({ at: z.array(z.number()), value: z.array(z.number()) });
export type StudyCurve = z.infer<typeof studyCurve>;

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
  curve: studyCurve,
  /** The point that is best over the whole range, over the same bars. */
  in_sample_best: z.object({ index: z.int().nonnegative(), curve: studyCurve }).nullable(),
});
export type WalkForward = z.infer<typeof walkForward>;

const STUDY_STATUSES = ['running', 'completed', 'cancelled', 'failed'] as const;

export const studySummary = z.object({
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

export const study = z.object({
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
