// Requests of other services to backtest: a result, the candles of a range, and a strategy's weights on it.
import { z } from 'zod';
import { PRIVATE_STRATEGY_ID, TIMEFRAMES } from '../constants.ts';
import { runSettings } from '../events/backtest.ts';
import { id, type Message } from '../http/route.ts';
import { portfolio } from '../http/run-routes.ts';
import { parameterValues } from '../parameter-schema.ts';

const digest = z.string().regex(/^[0-9a-f]{64}$/);

const candleRange = {
  portfolio,
  timeframe: z.enum(TIMEFRAMES),
  start_date: z.iso.date(),
  /** The last day, included; null: to the newest bar that has closed. */
  end_date: z.iso.date().nullable(),
} as const;

const candlePanel = z.object({
  /** Digest of the Arrow file. */
  candles: digest,
  end_date: z.iso.date(),
  bars: z.int(),
  /** Index of the first bar that is not warm-up. */
  first_bar: z.int(),
  newest_open_ms: z.int(),
});

/** Target weights as an Arrow file, or the author's mistake. `report`: what the strategy printed and how it failed. */
const computedWeights = z.discriminatedUnion('ok', [
  candlePanel.extend({ ok: z.literal(true), weights: digest, report: digest }),
  z.object({ ok: z.literal(false), kind: z.string(), line: z.int().nullable(), report: digest }),
]);

export const STRATEGY_MESSAGES = {
  /** The source of a deployment: a result folder of the user, by its name or its run's id. */
  findResult: {
    service: 'backtest',
    kind: 'query',
    name: 'find-result',
    input: z.strictObject({ chat_id: id, folder_name: z.string().max(200) }),
    output: z.object({
      run_id: id,
      status: z.enum(['running', 'completed', 'failed']),
      folder_name: z.string(),
      display_name: z.string(),
      settings: runSettings,
      parameters: parameterValues,
      /** As the result was given them: a newer program may know codes that this one does not. */
      findings: z.array(
        z.object({
          code: z.string(),
          severity: z.string(),
          data: z.record(z.string(), z.union([z.string(), z.number()])),
        }),
      ),
      /** Digest of the strategy's source, which is sealed with its user's key; null for a private strategy. */
      code: digest.nullable(),
      private_strategy_id: z.literal(PRIVATE_STRATEGY_ID).nullable(),
    }),
  },
  /** Candles of a range and of 400 days before it, as the Arrow file `candles`; the first time may take minutes. */
  readCandles: {
    service: 'backtest',
    kind: 'query',
    name: 'read-candles',
    input: z.strictObject(candleRange),
    output: candlePanel,
  },
  /**
   * Runs a strategy on a range and charges nothing: code that fails uses up the free computing time of its user. The
   * same request again is the same computation; `result` is null when it has not ended after `wait_ms`.
   */
  computeWeights: {
    service: 'backtest',
    kind: 'command',
    name: 'compute-weights',
    input: z.strictObject({
      ...candleRange,
      request_id: id,
      fees: z.number().min(0).max(0.1),
      /** Digest of the source in the blob store, or a private strategy. */
      strategy: z.union([
        z.strictObject({ code: digest }),
        z.strictObject({ private_strategy_id: z.literal(PRIVATE_STRATEGY_ID) }),
      ]),
      /**
       * A preview is one of its user's runs at once, and waits with them. Others go before all runs, and live ones first: these
       * are the scheduled rebalances of real money. While the free computing time is used up, only live ones begin.
       */
      purpose: z.enum(['live', 'paper', 'preview']),
      wait_ms: z.int().min(0).max(20_000),
    }),
    output: z.object({ result: computedWeights.nullable() }),
  },
} as const satisfies Record<string, Message>;
