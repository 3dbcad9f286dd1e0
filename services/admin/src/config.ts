// The environment of the admin service.
import { commonConfig, masterKeyConfig } from '@tradeium/service-kit';
import { z } from 'zod';

export const config = commonConfig.extend({
  ...masterKeyConfig,
  /** Temporal's own pages, for links to workflows; empty: no links. */
  TEMPORAL_UI_URL: z.union([z.literal(''), z.url({ protocol: /^https?$/ })]).default(''),
});
