// The aggregates of this service, by what they are called in its dependencies.
import type { StoresOf } from '@tradeium/event-store';
import { deploymentAggregate } from './domain/deployment.ts';
import { noticesAggregate } from './domain/notices.ts';
import { traderAggregate } from './domain/trader.ts';

export const aggregates = {
  traders: traderAggregate,
  deployments: deploymentAggregate,
  notices: noticesAggregate,
};

export type Stores = StoresOf<typeof aggregates>;
