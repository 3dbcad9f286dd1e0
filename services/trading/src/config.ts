// The environment of the trading service.
import { commonConfig, masterKeyConfig } from '@tradeium/service-kit';
import { z } from 'zod';

const address = z.url({ protocol: /^https?$/ });

export const config = commonConfig.extend({
  ...masterKeyConfig,
  /** The exchange of deployments on paper: any server that speaks the stand-in's protocol. */
  PAPER_EXCHANGE_URL: address,
  /** Where live orders go; empty for the exchange's own address. */
  LIVE_EXCHANGE_URL: z.union([z.literal(''), address]).default(''),
  /** How long a silent exchange is asked what became of an order, before the deployment is paused. */
  LOOK_UP_PATIENCE_MS: z.coerce.number().int().min(0).max(600_000).default(60_000),
  /**
   * An order that the exchange does not know after so long was never accepted: longer than a request may be on its way.
   */
  ORDER_GONE_AFTER_MS: z.coerce.number().int().min(1_000).max(600_000).default(15_000),
  /** Where users open the product. On this machine, webhooks may go to this machine. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:4000'),
  /** `true` sends no order for anyone, whatever else is set. */
  TRADING_HALTED: z.stringbool().default(false),
});
