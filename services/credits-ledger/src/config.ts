// The environment of the credits ledger.
import { commonConfig } from '@tradeium/service-kit';
import { z } from 'zod';

const webUrl = z.url({ protocol: /^https?$/ });

export const config = commonConfig.extend({
  /** The product's address in browsers: buyers return to it, and the provider sends its notices there. */
  PUBLIC_URL: webUrl,
  /** The API of NOWPayments or its stand-in. */
  NOWPAYMENTS_API_URL: webUrl,
  NOWPAYMENTS_API_KEY: z.string().min(1).max(200),
  /** Signs the provider's notices; a notice without its signature is always refused. */
  NOWPAYMENTS_IPN_SECRET: z.string().min(16, 'at least 16 characters').max(200),
  /** The provider's account: with both, reconciliation also finds transfers that no notice named. */
  NOWPAYMENTS_EMAIL: z.string().max(254).default(''),
  NOWPAYMENTS_PASSWORD: z.string().max(200).default(''),
});
