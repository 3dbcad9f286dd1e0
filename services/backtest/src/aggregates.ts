// The aggregates of this service, by what they are called in its dependencies.
import type { StoresOf } from '@tradeium/event-store';
import { runAggregate } from './domain/run.ts';
import { workspaceAggregate } from './domain/workspace.ts';

export const aggregates = { workspaces: workspaceAggregate, runs: runAggregate };

export type Stores = StoresOf<typeof aggregates>;
