// Routes that run a backtest, and its progress messages.
import { z } from 'zod';
import {
  COINS,
  DRIFT_BAND_ENDS,
  DRIFT_BAND_PERCENT_MAX,
  PORTFOLIO_ENTRIES_MAX,
  PORTFOLIO_ENTRIES_MIN,
  PRIVATE_STRATEGY_ID,
  REBALANCE_CALENDARS,
  RUN_STEPS,
  RUNS_AT_ONCE_MAX,
  STARTING_CAPITAL_MAX,
  STARTING_CAPITAL_MIN,
  TIMEFRAMES,
} from '../constants.ts';
import { dataframeInfo } from '../events/backtest.ts';
import { finding } from '../finding-schema.ts';
import { parameterValues } from '../parameter-schema.ts';
import { filename, sessionFile } from './backtest-routes.ts';
import { day } from './day.ts';
import { ENDS, id, namesEachOnce, noInput, route } from './route.ts';

const knownCoins: readonly string[] = COINS;

/** The portfolio of a run: 2 to 10 different entries, USDT and BTC among them. */
export const portfolio = z
  .array(z.string({ error: 'PORTFOLIO_INVALID' }).max(10, 'PORTFOLIO_INVALID'), {
    error: 'PORTFOLIO_INVALID',
  })
  .min(PORTFOLIO_ENTRIES_MIN, 'PORTFOLIO_INVALID')
  .max(PORTFOLIO_ENTRIES_MAX, 'PORTFOLIO_INVALID')
  .refine(namesEachOnce, 'PORTFOLIO_INVALID')
  .refine((entries) => entries.includes('USDT') && entries.includes('BTC'), 'PORTFOLIO_INVALID');

/** The first entry that is neither USDT nor a known coin. */
export const unknownCoin = (entries: readonly string[]): string | undefined =>
  entries.find((entry) => entry !== 'USDT' && !knownCoins.includes(entry));

export const executeInput = z
  .strictObject({
    backtest_id: id,
    /** A fraction of the traded amount: 0.001 is 0.1 %. */
    fees: z.number({ error: 'FEES_INVALID' }).min(0, 'FEES_INVALID').max(0.1, 'FEES_INVALID'),
    /** In USDT; 10,000 if absent. */
    starting_capital: z
      .number({ error: 'STARTING_CAPITAL_INVALID' })
      .min(STARTING_CAPITAL_MIN, 'STARTING_CAPITAL_INVALID')
      .max(STARTING_CAPITAL_MAX, 'STARTING_CAPITAL_INVALID')
      .optional(),
    /** How much worse than the open every trade fills, a fraction: 0.001 is 0.1 %; none if absent. */
    slippage: z
      .number({ error: 'SLIPPAGE_INVALID' })
      .min(0, 'SLIPPAGE_INVALID')
      .max(0.1, 'SLIPPAGE_INVALID')
      .optional(),
    /** A coin is traded once its weight is so many percentage points away from its target; 0 if absent. */
    drift_band_percent: z
      .number({ error: 'DRIFT_BAND_INVALID' })
      .min(0, 'DRIFT_BAND_INVALID')
      .max(DRIFT_BAND_PERCENT_MAX, 'DRIFT_BAND_INVALID')
      .optional(),
    /** How far it is traded then: to its target, if absent, or to the edge of the band. */
    drift_band_to: z.enum(DRIFT_BAND_ENDS).optional(),
    /** When it trades: at every bar, if absent, or at the first one of a day, a week or a month. */
    rebalance_every: z.enum(REBALANCE_CALENDARS, { error: 'REBALANCE_EVERY_INVALID' }).optional(),
    /** Of those that the strategy declares; the others have their defaults. */
    parameters: parameterValues.optional(),
    portfolio,
    start_date: day,
    end_date: day,
    timeframe: z.enum(TIMEFRAMES),
    /** `strategy_{index}` (counted from 0), or the private strategy's name. */
    focused_strategy: z
      .string({ error: 'STRATEGY_REQUIRED' })
      .min(1, 'STRATEGY_REQUIRED')
      .max(100, 'STRATEGY_REQUIRED'),
    /** Its filename: indexes shift when a file is deleted, and no other file may run. */
    strategy_filename: filename.optional(),
    private_strategy_id: z.literal(PRIVATE_STRATEGY_ID).optional(),
    /** Chosen by the client: a request with the same id means the same run. */
    run_id: z
      .string()
      .regex(/^[A-Za-z0-9_-]{8,64}$/, 'not a valid run id')
      .optional(),
  })
  .refine(({ start_date, end_date }) => start_date <= end_date, 'DATE_RANGE_INVALID');
export type ExecuteInput = z.infer<typeof executeInput>;

export const executeResponse = z.object({
  success: z.boolean(),
  run_id: z.string(),
  summary: z.string().nullable(),
  /** The result folder's name. */
  filename: z.string().nullable(),
  dataframe_info: dataframeInfo.nullable(),
  error: z.string().nullable(),
  strategy_error: z.string().nullable(),
  /** The line in the author's file that the strategy error points to, and its text. */
  strategy_error_line: z.int().nullable(),
  strategy_error_source: z.string().nullable(),
  strategy_success: z.boolean(),
  strategy_dataframe_info: dataframeInfo.nullable(),
  /** Findings on the result; empty when there is none. */
  findings: z.array(finding),
  /** The prints of the author's code, up to 64 KiB; null for the private strategy. */
  prints: z.string().nullable(),
  /** The charge; 0 for a run that failed or was paid for before. */
  cost_vut: z.number().nonnegative(),
});
export type ExecuteResponse = z.infer<typeof executeResponse>;

export const runProgress = z.object({
  run_id: z.string(),
  status: z.enum(['running', 'completed', 'failed', 'cancelled']),
  step: z.enum(RUN_STEPS),
  /** The finished share of the current step, 0..1. */
  completed: z.number().min(0).max(1),
  message: z.string(),
  /** While it waits: how many backtests of all users began before it and are still running. */
  ahead: z.int().nonnegative().optional(),
});
export type RunProgress = z.infer<typeof runProgress>;

/** The subject on which a run's progress is published (not stored). */
export const runProgressSubject = (runId: string): string => `backtest.progress.${runId}`;

/** A run that has not ended; sending its `input` again answers at its end. */
const activeRun = z.object({
  run_id: z.string(),
  strategy_filename: z.string(),
  started_at: z.iso.datetime(),
  /** Its step, as far as the service knows: progress is not stored. */
  step: z.enum(RUN_STEPS).nullable(),
  input: executeInput,
});
export type ActiveRun = z.infer<typeof activeRun>;

export const NAMED_RUNS_MAX = 100;

/** A run as a list of what it cost names it. */
const namedRun = z.object({
  run_id: z.string(),
  backtest_id: z.string(),
  /** The name that its user gave the result, else its strategy. */
  name: z.string(),
  /** True if there is a result to open: the run has completed, and it was not deleted. */
  has_result: z.boolean(),
});
export type NamedRun = z.infer<typeof namedRun>;

const dateRange = z.object({
  available: z.boolean(),
  /** First and last UTC day (YYYY-MM-DD) with candles for every coin; null when there is none. */
  start_date: z.string().nullable(),
  end_date: z.string().nullable(),
  /** The coin that limits the start, and spans of made-up candles within the range. */
  limited_by: z.string().nullable(),
  synthetic: z.array(z.object({ coin: z.string(), start_date: z.string(), end_date: z.string() })).max(100),
});
export type DateRange = z.infer<typeof dateRange>;

const RESULTS_PAGE_MAX = 100;

/** A result folder with its chat. */
const chatResult = z.object({
  backtest_id: z.string(),
  backtest_name: z.string(),
  file: sessionFile,
});
export type ChatResult = z.infer<typeof chatResult>;

const runInput = z.strictObject({ run_id: id });

export const RUN_ROUTES = {
  getCommonDateRange: route({
    method: 'POST',
    path: '/api/data/common-date-range',
    tag: 'runs',
    service: 'backtest',
    kind: 'query',
    summary: 'The range of dates for which all coins have candles',
    input: z.strictObject({
      coins: z
        .array(z.string().max(10))
        .min(1)
        .max(PORTFOLIO_ENTRIES_MAX)
        .refine(namesEachOnce, 'COIN_REPEATED'),
      timeframe: z.enum(TIMEFRAMES),
    }),
    output: dateRange,
    errors: ['UNKNOWN_COIN', 'COIN_REPEATED', 'CANDLES_UNAVAILABLE'],
  }),
  executeBacktest: route({
    method: 'POST',
    path: '/api/backtest/execute',
    tag: 'runs',
    service: 'backtest',
    limits: ['requests', 'runs'],
    summary: 'Run a backtest; answers when it has ended',
    input: executeInput,
    output: executeResponse,
    errors: [
      'FEES_INVALID',
      'STARTING_CAPITAL_INVALID',
      'SLIPPAGE_INVALID',
      'DRIFT_BAND_INVALID',
      'REBALANCE_EVERY_INVALID',
      'PARAMETERS_INVALID',
      'PARAMETER_UNKNOWN',
      'PARAMETER_INVALID',
      'PARAMETERS_NOT_TAKEN',
      'CODE_CHECK_GAVE_UP',
      'PORTFOLIO_INVALID',
      'DATE_INVALID',
      'DATE_NOT_IN_CALENDAR',
      'STRATEGY_REQUIRED',
      'DATE_RANGE_INVALID',
      'UNKNOWN_COIN',
      'CHAT_NOT_FOUND',
      'STRATEGY_FILE_NOT_FOUND',
      'COMMAND_ID_REUSED',
      'INSUFFICIENT_CREDITS',
      'CREDITS_OWED',
      'NO_CANDLES_IN_RANGE',
      'NO_WEEK_IN_RANGE',
      'CANDLES_UNAVAILABLE',
      'RUN_FAILED',
      'RUN_CANCELLED',
      'TOO_MANY_RUNS',
      'FAILED_RUNS_LIMIT',
      'RESULT_BYTES_LIMIT',
      'TOO_MANY_RESULTS',
      'STORAGE_FULL',
      'STRATEGIES_UNAVAILABLE',
    ],
  }),
  listRuns: route({
    method: 'GET',
    path: '/api/backtest/runs',
    tag: 'runs',
    service: 'backtest',
    summary: "The user's newest runs with the names of their results, newest first",
    input: noInput,
    output: z.object({ runs: z.array(namedRun).max(NAMED_RUNS_MAX) }),
  }),
  listResults: route({
    method: 'GET',
    path: '/api/backtest/results',
    tag: 'runs',
    service: 'backtest',
    summary: 'Results of all chats of the user, newest first',
    input: z.strictObject({
      limit: z.coerce.number().int().min(1).max(RESULTS_PAGE_MAX).default(20),
      /** Those in which every word occurs: in chat, name, strategy, coins, interval or dates. */
      search: z.string().max(100).optional(),
      /** The run of the last result before these. */
      after_run_id: id.optional(),
    }),
    output: z.object({ results: z.array(chatResult).max(RESULTS_PAGE_MAX) }),
    errors: ['RUN_NOT_FOUND'],
  }),
  readResult: route({
    method: 'GET',
    path: '/api/backtest/results/{run_id}',
    tag: 'runs',
    service: 'backtest',
    summary: 'The result folder of a run, with its chat',
    input: runInput,
    output: chatResult,
    errors: ['RUN_NOT_FOUND'],
  }),
  listActiveRuns: route({
    method: 'GET',
    path: '/api/backtest/runs/active',
    tag: 'runs',
    service: 'backtest',
    summary: "The user's runs that have not ended, oldest first",
    input: noInput,
    output: z.object({ runs: z.array(activeRun).max(RUNS_AT_ONCE_MAX) }),
  }),
  watchRun: route({
    method: 'GET',
    path: '/api/backtest/runs/{run_id}/progress',
    tag: 'runs',
    service: 'backtest',
    response: 'events',
    summary: 'The steps of a run as server-sent events',
    input: runInput,
    output: runProgress,
    errors: ['RUN_NOT_FOUND'],
  }),
  cancelRun: route({
    method: 'POST',
    path: '/api/backtest/runs/{run_id}/cancel',
    budgets: ENDS,
    tag: 'runs',
    service: 'backtest',
    summary: 'Cancel a run; its credits are released',
    input: runInput,
    output: z.object({ cancelled: z.boolean() }),
    errors: ['RUN_NOT_FOUND'],
  }),
} as const;
