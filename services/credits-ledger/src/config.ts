// What the credits ledger is told by its environment.
import { commonConfig } from '@tradeium/service-kit';
import { z } from 'zod';

const webUrl = z.url({ protocol: /^https?$/ });

export const config = commonConfig.extend({
  /** Where browsers find the product: buyers come back to it, and the provider sends its notices there. */
  PUBLIC_URL: webUrl,
  /** The API of NOWPayments, or of what stands in for it. */
  NOWPAYMENTS_API_URL: webUrl,
  NOWPAYMENTS_API_KEY: z.string().min(1).max(200),
  /** Signs the provider's notices. There is no way to take one that is not signed with it. */
  NOWPAYMENTS_IPN_SECRET: z.string().min(16, 'at least 16 characters').max(200),
  /** The provider's account: with both, reconciliation also finds transfers that no notice told of. */
  NOWPAYMENTS_EMAIL: z.string().max(254).default(''),
  NOWPAYMENTS_PASSWORD: z.string().max(200).default(''),
});
