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
  /** `true` sends no order for anyone, whatever else is set. */
  TRADING_HALTED: z.stringbool().default(false),
});
