// Finds a chat of the user for the agents, by its id or by that of its conversation. A deleted chat is unknown at once.
import { MESSAGES, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatIn, type Workspace } from '../../domain/workspace-state.ts';
import { newestResultOf } from '../../projections/runs.ts';
import type { Dependencies } from '../dependencies.ts';

const idOfConversation = ({ chats }: Workspace, conversationId: string): string =>
  Object.keys(chats).find((chatId) => chats[chatId]?.conversationId === conversationId) ?? '';

export const findChat = ({ workspaces, runModel }: Pick<Dependencies, 'workspaces' | 'runModel'>): Handler =>
  userHandler(MESSAGES.findChat, async (which, userId) => {
    const { state } = await workspaces.load(userId);
    const chatId = 'chat_id' in which ? which.chat_id : idOfConversation(state, which.conversation_id);
    const chat = chatIn(state, chatId);
    if (!chat) return refuse('CHAT_NOT_FOUND');
    const newest = which.with_settings ? await newestResultOf(runModel, chatId) : null;
    return answer({
      chat_id: chatId,
      conversation_id: chat.conversationId,
      name: chat.name,
      is_private: chat.isPrivate,
      filenames: chat.files.map(({ filename }) => filename),
      settings: newest?.settings ?? null,
    });
  });
