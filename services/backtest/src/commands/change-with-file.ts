// Changes a user's workspace by a command about a file, which is stored only where the workspace accepts it.
import { createHash } from 'node:crypto';
import { isRefusal, type Refusal } from '@tradeium/contracts';
import type { ChangeOf } from '@tradeium/event-store';
import type { Blobs, RequestContext, UserFiles } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import { decideWorkspace, type WorkspaceCommand } from '../domain/workspace.ts';

/** The digest by which a workspace knows a source. */
export const digestOf = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

type Sender = Pick<RequestContext, 'commandId' | 'correlationId'>;

type Saving = { readonly workspaces: Stores['workspaces']; readonly blobs: Blobs; readonly files: UserFiles };

/**
 * Stores the file only if the workspace accepts it: what is refused must not fill the disk. `asked` is the request, where the
 * command also holds the result of a lookup. A repeated command may look refused today and is answered all the same.
 */
export const changeWithFile = async (
  dependencies: Saving,
  { userId, text, asked }: { readonly userId: string; readonly text: string; readonly asked?: object },
  sender: Sender,
  commandFor: (file: { digest: string; size: number }) => WorkspaceCommand,
): Promise<ChangeOf<Stores['workspaces']> | Refusal> => {
  const { workspaces, blobs, files } = dependencies;
  const bytes = Buffer.from(text, 'utf8');
  const sealed = await files.sealed(userId, bytes);
  const command = commandFor({ digest: digestOf(sealed), size: bytes.length });
  const { state } = await workspaces.load(command.userId);
  const isExpected = !isRefusal(decideWorkspace(command, state, new Date().toISOString()));
  if (isExpected) await blobs.put(sealed);
  const change = await workspaces.change(command.userId, command, { ...sender, input: asked });
  if (!isExpected && !isRefusal(change)) await blobs.put(sealed);
  return change;
};

/** The same with a strategy's source. */
export const changeWithSource = (
  dependencies: Saving,
  { userId, strategyCode }: { readonly userId: string; readonly strategyCode: string },
  sender: Sender,
  commandFor: (source: { code: string; size: number }) => WorkspaceCommand,
): Promise<ChangeOf<Stores['workspaces']> | Refusal> =>
  changeWithFile(dependencies, { userId, text: strategyCode }, sender, ({ digest: code, size }) =>
    commandFor({ code, size }),
  );
