// Executes a command on a user's workspace and answers with the chat that it is about, as it is after the write.
import { createHash } from 'node:crypto';
import {
  isRefusal,
  READ_YOUR_WRITES_TIMEOUT_MS,
  type Refusal,
  refuse,
  type WorkspaceEvent,
} from '@tradeium/contracts';
import type { RequestContext, Written } from '@tradeium/service-kit';
import type { Workspace } from '../domain/workspace.ts';
import { decideWorkspace, type WorkspaceCommand } from '../domain/workspace-commands.ts';
import { type ChatDocument, chatOf } from '../projections/chats.ts';
import type { Dependencies } from './dependencies.ts';

export type WorkspaceChange = {
  readonly workspace: Workspace;
  /** What the command led to, also when it came again. */
  readonly events: readonly WorkspaceEvent[];
  readonly written: Written;
};

/** An id that a repeated command finds again. */
export const idFor = (kind: string, { commandId }: RequestContext): string =>
  createHash('sha256').update(`${kind}:${commandId}`).digest('base64url').slice(0, 22);

/**
 * Decides and appends; the same command id again changes nothing and answers the same. `asked` is what was asked for,
 * where the command also holds what was looked up for it and may be another when it is looked up again.
 */
export const changeWorkspace = async (
  { workspaces }: Pick<Dependencies, 'workspaces'>,
  command: WorkspaceCommand,
  { commandId, correlationId }: RequestContext,
  asked: object = command,
): Promise<WorkspaceChange | Refusal> => {
  const { userId } = command;
  const outcome = await workspaces.execute(
    userId,
    { commandId, input: asked, userId, correlationId },
    (workspace) => decideWorkspace(command, workspace),
  );
  if (!outcome.ok) return outcome.refusal;
  const { state: workspace, events, sequence } = outcome;
  return { workspace, events, written: { context: 'backtest', sequence } };
};

/** The same, then the chat as the read model has it once it has seen the write. */
export const changeChat = async (
  dependencies: Pick<Dependencies, 'workspaces' | 'chatModel' | 'waitForWrites'>,
  command: Exclude<WorkspaceCommand, { type: 'EnsureFirstChats' | 'EraseWorkspace' }>,
  request: RequestContext,
): Promise<(WorkspaceChange & { readonly chat: ChatDocument }) | Refusal> => {
  const change = await changeWorkspace(dependencies, command, request);
  if (isRefusal(change)) return change;
  await dependencies.waitForWrites({ backtest: change.written.sequence }, READ_YOUR_WRITES_TIMEOUT_MS);
  const chat = await chatOf(dependencies.chatModel, command.userId, command.chatId);
  return chat ? { ...change, chat } : refuse('SERVICE_UNAVAILABLE');
};
