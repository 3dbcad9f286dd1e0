// The environment of the backtest service.
import { commonConfig, masterKeyConfig } from '@tradeium/service-kit';
import { z } from 'zod';

export const config = commonConfig.extend({
  ...masterKeyConfig,
  /** Any spot exchange that ccxt knows. */
  EXCHANGE_ID: z.string().default('binance'),
  /** The address of the exchange's public REST API; empty for the exchange's own. */
  EXCHANGE_URL: z.string().default(''),
  /** The shortest pause between two requests to the exchange; 0 keeps ccxt's setting. */
  EXCHANGE_PAUSE_MS: z.coerce.number().min(0).default(0),
  CANDLES_DIRECTORY: z.string().default('.tradeium/candles'),
  /** How often candles are brought up to date, in minutes; 0: only when a run needs them. */
  CANDLE_SYNC_MINUTES: z.coerce.number().int().min(0).max(1_440).default(60),
  /** Panels and weights unused for this many days are removed; 0: never. Deleted files always are. */
  WORKING_FILES_DAYS: z.coerce.number().int().min(0).default(30),
});
