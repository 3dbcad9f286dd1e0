// Executes commands on a workspace and answers with the chat as queries show it after the write.
import { isRefusal, READ_YOUR_WRITES_TIMEOUT_MS, type Refusal, refuse, streamOf } from '@tradeium/contracts';
import type { ChangeOf } from '@tradeium/event-store';
import type { RequestContext } from '@tradeium/service-kit';
import type { Stores } from '../aggregates.ts';
import { changeWithSource } from '../commands/change-with-file.ts';
import type { WorkspaceCommand } from '../domain/workspace.ts';
import { chatIn } from '../domain/workspace-state.ts';
import { type ChatSummary, chatOf, madeChat } from '../projections/chats.ts';
import type { Dependencies } from './dependencies.ts';

type ChatCommand = Extract<WorkspaceCommand, { chatId: string }>;
type ChatChange = ChangeOf<Stores['workspaces']> & { readonly chat: ChatSummary };
type Reading = Pick<Dependencies, 'workspaces' | 'chatModel' | 'waitForWrites'>;

/** The change with the chat: from its event if that made it, else once the read model has seen the write. */
export const withChat = async (
  { chatModel, waitForWrites }: Reading,
  { userId, chatId }: { userId: string; chatId: string },
  change: ChangeOf<Stores['workspaces']> | Refusal,
): Promise<ChatChange | Refusal> => {
  if (isRefusal(change)) return change;
  const made = madeChat(change, chatId);
  if (made) return { ...change, chat: made };
  await waitForWrites({ [streamOf('backtest')]: change.written.sequence }, READ_YOUR_WRITES_TIMEOUT_MS);
  const chat = await chatOf(chatModel, userId, chatId);
  if (chat === null) return refuse('SERVICE_UNAVAILABLE');
  // Decided, even where the read model is late.
  const name = chatIn(change.state, chatId)?.name ?? chat.name;
  return { ...change, chat: { ...chat, name } };
};

/** Changes the workspace and reads the chat once the read model has seen the write. */
export const changeChat = async (
  reading: Reading,
  command: ChatCommand,
  request: RequestContext,
): Promise<ChatChange | Refusal> =>
  withChat(reading, command, await reading.workspaces.change(command.userId, command, request));

/** The same, with a strategy's source. */
export const saveSource = async (
  reading: Reading & Pick<Dependencies, 'blobs' | 'files'>,
  chat: { userId: string; chatId: string },
  { strategyCode, request }: { strategyCode: string; request: RequestContext },
  commandFor: (source: { code: string; size: number }) => ChatCommand,
): Promise<ChatChange | Refusal> =>
  withChat(
    reading,
    chat,
    await changeWithSource(reading, { userId: chat.userId, strategyCode }, request, commandFor),
  );
