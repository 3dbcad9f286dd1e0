// The aggregates of this service, by what they are called in its dependencies.
import type { StoresOf } from '@tradeium/event-store';
import { runAggregate } from './domain/run.ts';
import { studyAggregate } from './domain/study.ts';
import { trialsAggregate } from './domain/trials.ts';
import { workspaceAggregate } from './domain/workspace.ts';

export const aggregates = {
  workspaces: workspaceAggregate,
  runs: runAggregate,
  studies: studyAggregate,
  trials: trialsAggregate,
};

export type Stores = StoresOf<typeof aggregates>;
