// The aggregates of this service, by what they are called in its dependencies.
import type { WorkspaceEvent } from '@tradeium/contracts';
import type { AggregatesOf, Changed } from '@tradeium/event-store';
import type { runAggregate } from '../domain/run.ts';
import type { workspaceAggregate } from '../domain/workspace.ts';
import type { Workspace } from '../domain/workspace-state.ts';

export type Runs = AggregatesOf<typeof runAggregate>;
export type Workspaces = AggregatesOf<typeof workspaceAggregate>;

export type WorkspaceChange = Changed<Workspace, WorkspaceEvent>;
