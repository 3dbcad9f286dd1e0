// The environment of the trading service.
import { commonConfig, masterKeyConfig } from '@tradeium/service-kit';
import { z } from 'zod';
import { ORDER_GONE_AFTER_LEAST_MS } from './exchange/order-timing.ts';
import { isLocalUrl } from './notices/webhook-address.ts';

const address = z.url({ protocol: /^https?$/ });

const settings = commonConfig.extend({
  ...masterKeyConfig,
  /** The exchange of deployments on paper: any server that speaks the stand-in's protocol. */
  PAPER_EXCHANGE_URL: address,
  /** Where live orders go; empty for the exchange's own address. */
  LIVE_EXCHANGE_URL: z.union([z.literal(''), address]).default(''),
  /** How long a silent exchange is asked what happened to an order, before the deployment is paused. */
  LOOK_UP_PATIENCE_MS: z.coerce.number().int().min(0).max(600_000).default(60_000),
  /** An order that the exchange does not know after so long was never accepted. */
  ORDER_GONE_AFTER_MS: z.coerce.number().int().min(1_000).max(600_000).default(15_000),
  /** Where users open the product. On this machine, webhooks may go to this machine. */
  PUBLIC_URL: z.url({ protocol: /^https?$/ }).default('http://localhost:4000'),
  /** `true` sends no order for anyone, whatever else is set. */
  TRADING_HALTED: z.stringbool().default(false),
});

/** Given up sooner, an order could still be accepted: only an exchange on this machine, in tests, may be hurried. */
export const config = settings.refine(
  ({ LIVE_EXCHANGE_URL: url, ORDER_GONE_AFTER_MS: goneAfterMs }) =>
    goneAfterMs > ORDER_GONE_AFTER_LEAST_MS || (url !== '' && isLocalUrl(url)),
  { path: ['ORDER_GONE_AFTER_MS'], error: `must be more than ${ORDER_GONE_AFTER_LEAST_MS}` },
);
