// The export of a deployment's activity: its commits as they are stored, and the card that says what ran.
import { z } from 'zod';
import { TRADING_MODES } from '../events/trading.ts';

const instant = z.iso.datetime();
const sha256 = z.string();

/** More than a deployment on bars of 15 minutes writes in a year. */
export const EXPORTED_COMMITS_MAX = 100_000;

/** The strategy that was deployed, and what made each decision. */
const runCard = z.object({
  deployment_id: z.string(),
  user_id: z.string(),
  run_id: z.string(),
  mode: z.enum(TRADING_MODES),
  exchange: z.string(),
  is_testnet: z.boolean(),
  created_at: instant,
  /** Null for a private strategy. */
  code_sha256: sha256.nullable(),
  private_strategy_id: z.string().nullable(),
  /** Of the settings as JSON with sorted keys. */
  settings_sha256: sha256,
  /** Of the code that plans, on the server that wrote this file. */
  engine_sha256: sha256,
  decisions: z
    .array(
      z.object({
        rebalance_id: z.string(),
        bar_close: instant,
        candles_sha256: sha256,
        engine_sha256: sha256,
      }),
    )
    .max(EXPORTED_COMMITS_MAX),
});

/** The commits of one aggregate, oldest first. Each names the SHA-256 of the one before, `head` is that of the last. */
const chain = z.object({
  aggregate: z.enum(['trader', 'deployment']),
  id: z.string(),
  commits: z.array(z.string()).max(EXPORTED_COMMITS_MAX),
  head: sha256.nullable(),
});

export const activityExport = z.object({
  format: z.literal('tradeium-activity-1'),
  exported_at: instant,
  run_card: runCard,
  chains: z.array(chain).max(2),
});
export type ActivityExport = z.infer<typeof activityExport>;
