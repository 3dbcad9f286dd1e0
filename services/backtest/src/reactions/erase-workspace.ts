// Erases what a user has here once his account is deleted: chats and files at once, then every run of his.
import { WorkflowNotFoundError } from '@temporalio/client';
import type { Refusal, UserEvent, WorkspaceEvent } from '@tradeium/contracts';
import type { Aggregates, StoredEvent } from '@tradeium/event-store';
import type { Workspace } from '../domain/workspace.ts';
import { decideWorkspace } from '../domain/workspace-commands.ts';
import { type RunModel, runsAfter } from '../projections/runs.ts';
import { workflowIdOf } from '../workflows/run-reference.ts';
import { eraseRun } from './erase-run.ts';
import type { RunWorkflows } from './start-run-workflow.ts';

const RUNS_AT_ONCE = 200;
const READ_MODELS_TIMEOUT_MS = 10_000;
/** A user may have thousands of runs. */
export const ERASE_TIMEOUT_MS = 10 * 60_000;

export type Erasing = RunWorkflows & {
  readonly workspaces: Aggregates<Workspace, WorkspaceEvent>;
  readonly runModel: RunModel;
  /** Whether the read models have come as far as this write. */
  readonly haveSeen: (sequence: number, timeoutMs: number) => Promise<boolean>;
};

const cancelled = async ({ workflows }: RunWorkflows, runId: string): Promise<void> => {
  await workflows
    .getHandle(workflowIdOf(runId))
    .cancel()
    .catch((cause: unknown) => {
      if (!(cause instanceof WorkflowNotFoundError)) throw cause;
    });
};

/**
 * Handles one event of the auth stream; all but UserDeleted are none of its business. Once the workspace is erased no
 * run can be started, and all that were are in the read model as soon as that has seen it; a run that slipped through
 * in between is erased by the reaction to its start.
 */
export const eraseWorkspace =
  (erasing: Erasing) =>
  async ({ event, meta }: StoredEvent<UserEvent>): Promise<Refusal | undefined> => {
    if (event.type !== 'UserDeleted') return undefined;
    const { userId } = event.data;
    const { workspaces, runModel, haveSeen } = erasing;
    const { correlationId, commandId: causationId } = meta;
    const command = { type: 'EraseWorkspace', userId } as const;
    const outcome = await workspaces.execute(
      userId,
      { commandId: `erase:${userId}`, input: command, userId, correlationId, causationId },
      (workspace) => decideWorkspace(command, workspace),
    );
    if (!outcome.ok) return outcome.refusal;
    if (!(await haveSeen(outcome.sequence, READ_MODELS_TIMEOUT_MS)))
      throw new Error(`the runs of ${userId} are not known yet`);
    for (let after = ''; ; ) {
      const runs = await runsAfter(runModel, userId, after, RUNS_AT_ONCE);
      for (const { _id: runId, chatId, status } of runs) {
        // Cancelled first: should this end here, it is found again as long as it is not erased.
        if (status === 'running') await cancelled(erasing, runId);
        await eraseRun(erasing.runs, { runId, chatId, userId });
      }
      const last = runs.at(-1);
      if (last === undefined) return undefined;
      after = last._id;
    }
  };
