// Executes a command on a user's workspace, for requests, reactions and activities alike.
import { createHash } from 'node:crypto';
import { isRefusal, type Refusal, type WorkspaceEvent } from '@tradeium/contracts';
import type { Aggregates, Written } from '@tradeium/event-store';
import type { Blobs, RequestContext, UserFiles } from '@tradeium/service-kit';
import { decideWorkspace, type WorkspaceCommand } from '../domain/workspace.ts';
import type { Workspace } from '../domain/workspace-state.ts';

export type Workspaces = Aggregates<Workspace, WorkspaceEvent>;

export type WorkspaceChange = {
  readonly workspace: Workspace;
  /** The command's result, also of a repeated one. */
  readonly events: readonly WorkspaceEvent[];
  /** When that was decided (ISO 8601). */
  readonly at: string;
  readonly written: Written;
};

/** The digest by which a workspace knows a source. */
export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

type Sender = Pick<RequestContext, 'commandId' | 'correlationId'> & {
  readonly causationId?: string | undefined;
};

/**
 * Decides and appends; repeating the command id changes nothing and answers the same. `asked` is the request, where the
 * command also holds the result of a lookup: a second lookup may find something else.
 */
export const changeWorkspace = async (
  { workspaces }: { readonly workspaces: Workspaces },
  command: WorkspaceCommand,
  { commandId, correlationId, causationId }: Sender,
  asked: object = command,
): Promise<WorkspaceChange | Refusal> => {
  const { userId } = command;
  const outcome = await workspaces.execute(
    userId,
    { commandId, input: asked, userId, correlationId, causationId },
    (workspace, now) => decideWorkspace(command, workspace, now),
  );
  if (!outcome.ok) return outcome.refusal;
  const { state: workspace, events, at, sequence } = outcome;
  return { workspace, events, at, written: { context: 'backtest', sequence } };
};

type Saving = { readonly workspaces: Workspaces; readonly blobs: Blobs; readonly files: UserFiles };

/**
 * The same with a file, which is stored only if the workspace accepts it: what is refused must not fill the disk. A
 * repeated command may look refused today and is answered all the same.
 */
export const changeWithFile = async (
  dependencies: Saving,
  { userId, text, asked }: { readonly userId: string; readonly text: string; readonly asked?: object },
  sender: Sender,
  commandFor: (file: { digest: string; size: number }) => WorkspaceCommand,
): Promise<WorkspaceChange | Refusal> => {
  const { workspaces, blobs, files } = dependencies;
  const bytes = Buffer.from(text, 'utf8');
  const sealed = await files.sealed(userId, bytes);
  const command = commandFor({ digest: digestOf(sealed), size: bytes.length });
  const { state } = await workspaces.load(command.userId);
  const isExpected = !isRefusal(decideWorkspace(command, state, new Date().toISOString()));
  if (isExpected) await blobs.put(sealed);
  const change = await changeWorkspace(dependencies, command, sender, asked);
  if (!isExpected && !isRefusal(change)) await blobs.put(sealed);
  return change;
};

/** The same with a strategy's source. */
export const changeWithSource = (
  dependencies: Saving,
  { userId, strategyCode }: { readonly userId: string; readonly strategyCode: string },
  sender: Sender,
  commandFor: (source: { code: string; size: number }) => WorkspaceCommand,
): Promise<WorkspaceChange | Refusal> =>
  changeWithFile(dependencies, { userId, text: strategyCode }, sender, ({ digest: code, size }) =>
    commandFor({ code, size }),
  );
