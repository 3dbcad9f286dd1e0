// The plan of a study: its axes, how its points are drawn, and the windows of a walk-forward test.
import { z } from 'zod';
import {
  DRIFT_BAND_ENDS,
  DRIFT_BAND_PERCENT_MAX,
  PARAMETERS_MAX,
  REBALANCE_CALENDARS,
  STUDY_AXIS_VALUES_MAX,
  STUDY_EMBARGO_BARS_MAX,
  STUDY_METHODS,
  STUDY_METRICS,
  STUDY_POINTS_MAX,
  STUDY_TEST_BARS_MIN,
  STUDY_TRAIN_BARS_MIN,
  STUDY_WINDOW_BARS_MAX,
  TIMEFRAMES,
} from '../constants.ts';
import { parameterName, parameterValue } from '../parameter-schema.ts';

const invalid = (problem: string) => `STUDY_AXIS_INVALID: ${problem}`;
const within = (least: number, most: number) => invalid(`a number from ${least} to ${most}`);
const number = z.number({ error: invalid('a number') });
const axisOf = <Value extends z.ZodType>(value: Value, valuesMax = STUDY_AXIS_VALUES_MAX) =>
  z.strictObject({
    values: z
      .array(value, { error: invalid('a list of values') })
      .min(1, invalid('at least one value'))
      .max(valuesMax, invalid(`at most ${valuesMax} values`)),
  });

/** The values of one parameter: a list, or a range whose step is counted from its minimum. */
const parameterAxis = z.union(
  [
    axisOf(parameterValue),
    z.strictObject({ min: number, max: number, step: number.positive(invalid('a number above 0')) }),
  ],
  {
    error: invalid(
      `a list of at most ${STUDY_AXIS_VALUES_MAX} values, or a range from a minimum to a maximum in steps above 0`,
    ),
  },
);
export type ParameterAxis = z.infer<typeof parameterAxis>;

const numberWithin = (least: number, most: number) =>
  number.min(least, within(least, most)).max(most, within(least, most));
const fraction = numberWithin(0, 0.1);

/** Values of settings, by their names in a run's. */
const settingsAxes = z.strictObject({
  fees: axisOf(fraction, 50).optional(),
  slippage: axisOf(fraction, 50).optional(),
  drift_band_percent: axisOf(numberWithin(0, DRIFT_BAND_PERCENT_MAX), 50).optional(),
  drift_band_to: axisOf(z.enum(DRIFT_BAND_ENDS), 2).optional(),
  rebalance_every: axisOf(z.enum(REBALANCE_CALENDARS), REBALANCE_CALENDARS.length).optional(),
  timeframe: axisOf(z.enum(TIMEFRAMES), TIMEFRAMES.length).optional(),
  portfolio: axisOf(z.array(z.string().max(10)).max(20), 10).optional(),
});
export type SettingsAxes = z.infer<typeof settingsAxes>;

/** Windows in bars: each is chosen for on `train_bars` and judged on the `test_bars` after the embargo. */
export const walkForwardPlan = z.strictObject({
  kind: z.enum(['rolling', 'anchored']),
  train_bars: z.int().min(2).max(STUDY_WINDOW_BARS_MAX),
  test_bars: z.int().min(2).max(STUDY_WINDOW_BARS_MAX),
  embargo_bars: z.int().min(0).max(STUDY_EMBARGO_BARS_MAX),
  /** The figure by which the train bars choose. */
  metric: z.enum(STUDY_METRICS),
});
export type WalkForwardPlan = z.infer<typeof walkForwardPlan>;

export const studyPlan = z.strictObject({
  method: z.enum(STUDY_METHODS),
  parameters: z
    .record(parameterName, parameterAxis, { error: invalid('axes by the names of parameters') })
    .refine(
      (axes) => Object.keys(axes).length <= PARAMETERS_MAX,
      invalid(`at most ${PARAMETERS_MAX} parameters`),
    ),
  settings: settingsAxes,
  /** How many are drawn, or searched at most; for a grid all of it is computed. */
  points: z.int().min(1).max(STUDY_POINTS_MAX).optional(),
  seed: z.int().min(0).max(2_147_483_647),
  /** The figure that a search aims for; other methods have none. */
  goal: z.enum(STUDY_METRICS).optional(),
  walk_forward: walkForwardPlan.optional(),
});
export type StudyPlan = z.infer<typeof studyPlan>;

const barsAsked = (part: 'train_bars' | 'test_bars', least: number) =>
  walkForwardPlan.shape[part].min(least, `STUDY_WINDOWS_INVALID: at least ${least} bars`);

/** The same as a request has it: what it leaves out is usual. */
export const askedPlan = studyPlan.extend({
  settings: settingsAxes.default({}),
  seed: studyPlan.shape.seed.default(0),
  walk_forward: walkForwardPlan
    .extend({
      train_bars: barsAsked('train_bars', STUDY_TRAIN_BARS_MIN),
      test_bars: barsAsked('test_bars', STUDY_TEST_BARS_MIN),
      embargo_bars: walkForwardPlan.shape.embargo_bars.default(0),
    })
    .optional(),
});
