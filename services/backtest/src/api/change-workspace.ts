// Executes a command on a user's workspace and answers with the chat that it is about, as it is after the write.
import { createHash } from 'node:crypto';
import { isRefusal, READ_YOUR_WRITES_TIMEOUT_MS, type Refusal, refuse } from '@tradeium/contracts';
import type { RequestContext, Written } from '@tradeium/service-kit';
import { decideWorkspace, type Workspace, type WorkspaceCommand } from '../domain/workspace.ts';
import { type ChatDocument, chatOf } from '../projections/chats.ts';
import type { Dependencies } from './dependencies.ts';

export type WorkspaceChange = { readonly workspace: Workspace; readonly written: Written };

/** An id that a repeated command finds again. */
export const idFor = (kind: string, { commandId }: RequestContext): string =>
  createHash('sha256').update(`${kind}:${commandId}`).digest('base64url').slice(0, 22);

/** Decides and appends; the same command id again changes nothing and answers the same. */
export const changeWorkspace = async (
  { workspaces }: Pick<Dependencies, 'workspaces'>,
  command: WorkspaceCommand,
  { commandId, correlationId }: RequestContext,
): Promise<WorkspaceChange | Refusal> => {
  const { userId } = command;
  const outcome = await workspaces.execute(
    userId,
    { commandId, input: command, userId, correlationId },
    (workspace) => decideWorkspace(command, workspace),
  );
  if (!outcome.ok) return outcome.refusal;
  return { workspace: outcome.state, written: { context: 'backtest', sequence: outcome.sequence } };
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
