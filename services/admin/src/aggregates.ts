// The aggregates of this service, by what they are called in its dependencies.
import type { StoresOf } from '@tradeium/event-store';
import { actionAggregate } from './domain/action.ts';

export const aggregates = { actions: actionAggregate };

export type Stores = StoresOf<typeof aggregates>;
