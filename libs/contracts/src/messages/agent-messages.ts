// The agents' requests to backtest: the chat behind a conversation, a quick backtest, figures of coins.
import { z } from 'zod';
import { COINS } from '../constants.ts';
import { runSettings } from '../events/backtest.ts';
import { finding } from '../finding-schema.ts';
import { tradingSettings } from '../http/agent-routes.ts';
import { id, type Message, namesEachOnce } from '../http/route.ts';
import { strategyCode } from '../http/strategy-routes.ts';
import { parameterValues } from '../parameter-schema.ts';

/** The figures of a backtest that leaves no result folder. */
const quickResult = z.object({
  ok: z.literal(true),
  total_return: z.number(),
  annual_return: z.number().nullable(),
  annual_volatility: z.number().nullable(),
  sharpe_ratio: z.number().nullable(),
  max_drawdown: z.number(),
  /** How many different contents the chat has tried, this one included. */
  trials: z.int().positive(),
  /** The probability that the Sharpe ratio is more than the luck of the best of so many. */
  deflated_sharpe_ratio: z.number().nullable(),
  /** The traded part of the portfolio in a year: 1 is all of it, bought and sold. */
  turnover_per_year: z.number(),
  rebalances: z.int(),
  fees_paid: z.number(),
  /** Of the coins bought in equal parts at the start and held. */
  benchmark_return: z.number().nullable(),
  bars: z.int(),
  coins: z.int(),
  from: z.string(),
  to: z.string(),
  /** The value of the portfolio, as a multiple of its start: at most 60 points. */
  curve: z.array(z.number()).max(60),
  /** The return of each calendar year, or of the part of it that was tested. */
  years: z.array(z.object({ year: z.int(), total_return: z.number() })),
  findings: z.array(finding),
  look_ahead_dates: z.int(),
  /** Rows × columns of the strategy's frame: what a run is charged by. */
  cells: z.int(),
  /** The code's printed output. */
  prints: z.string(),
});
export type QuickResult = z.infer<typeof quickResult>;

/** The values of parameters that the code runs with; those that it declares besides have their defaults. */
const parameters = parameterValues.default({});

const coin = z.enum(COINS);
/** The coins of a request for figures. */
export const coinsAsked = z.array(coin).min(1).max(COINS.length).refine(namesEachOnce, 'name each coin once');
const coinFigures = z.object({
  coin: z.string(),
  total_return: z.number(),
  annual_volatility: z.number().nullable(),
  max_drawdown: z.number(),
  /** The return of the last 30, 90 and 365 days; null where there are fewer. */
  momentum: z.object({ d30: z.number().nullable(), d90: z.number().nullable(), d365: z.number().nullable() }),
  /** The share of days on which the close was above its average of 200 days; null where there are fewer. */
  days_above_average_200: z.number().nullable(),
  /**
   * The shares of days above a rising average of 200 days, below a falling one, and in neither, the newest of these and for
   * how many days it has lasted; null where there are too few days.
   */
  regimes: z
    .object({
      up: z.number(),
      down: z.number(),
      sideways: z.number(),
      now: z.enum(['up', 'down', 'sideways']),
      now_for_days: z.int(),
    })
    .nullable(),
});

export const AGENT_MESSAGES = {
  /** The user's chat by its id or by that of its conversation; another user's is CHAT_NOT_FOUND. */
  findChat: {
    service: 'backtest',
    kind: 'query',
    name: 'find-chat',
    input: z.union([
      z.strictObject({ chat_id: id, with_settings: z.boolean() }),
      z.strictObject({ conversation_id: id, with_settings: z.boolean() }),
    ]),
    output: z.object({
      chat_id: id,
      conversation_id: id,
      name: z.string(),
      is_private: z.boolean(),
      filenames: z.array(z.string()),
      /** Of the chat's newest result; null when it has none, or they were not asked for. */
      settings: runSettings.nullable(),
    }),
  },
  /**
   * Runs code on a range, in the queue of runs, and simulates it. Nothing is stored or charged: the caller settles that.
   * It is one of its user's runs at once, and code that fails uses up the free computing time, as in a run.
   * The same request again is the same computation; `result` is null when it has not ended after `wait_ms`.
   */
  tryStrategy: {
    service: 'backtest',
    kind: 'command',
    name: 'try-strategy',
    input: z.strictObject({
      request_id: id,
      chat_id: id,
      strategy_code: strategyCode,
      parameters,
      settings: tradingSettings,
      wait_ms: z.int().min(0).max(20_000),
    }),
    output: z.object({
      result: z
        .discriminatedUnion('ok', [
          quickResult,
          z.object({ ok: z.literal(false), message: z.string(), line: z.int().nullable() }),
        ])
        .nullable(),
    }),
  },
  /** Ends such a computation; how long its code has run uses up the free computing time of its user. */
  cancelTry: {
    service: 'backtest',
    kind: 'command',
    name: 'cancel-try',
    input: z.strictObject({
      request_id: id,
      chat_id: id,
      strategy_code: strategyCode,
      parameters,
      settings: tradingSettings,
    }),
    output: z.object({ compute_ms: z.int().nonnegative() }),
  },
  /**
   * Starts a run with the code and settings of such a computation, as a new strategy file unless the chat has that code. It
   * costs nothing: the caller has charged the computation. The same request again is the same run.
   */
  keepTry: {
    service: 'backtest',
    kind: 'command',
    name: 'keep-try',
    input: z.strictObject({
      request_id: id,
      chat_id: id,
      strategy_code: strategyCode,
      parameters,
      settings: runSettings,
    }),
    output: z.object({ run_id: id, strategy_filename: z.string() }),
  },
  /** How coins moved between two days, from their daily candles. */
  summarizeCoins: {
    service: 'backtest',
    kind: 'query',
    name: 'summarize-coins',
    input: z.strictObject({
      coins: coinsAsked,
      from: z.iso.date(),
      to: z.iso.date(),
    }),
    output: z.object({
      from: z.string(),
      to: z.string(),
      coins: z.array(coinFigures),
      /** Requested coins that have no candles on some of these days. */
      left_out: z.array(z.string()),
      /** How many of the daily candles are made up, over all coins. */
      made_up_candles: z.int(),
      /** Of daily returns, each pair once. */
      correlations: z.array(z.object({ a: z.string(), b: z.string(), correlation: z.number() })),
    }),
  },
} as const satisfies Record<string, Message>;
