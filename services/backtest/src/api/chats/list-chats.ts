// Lists a user's chats.
import { CHATS_MAX, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatOutput, chatsOf } from '../../projections/chats.ts';
import type { Dependencies } from '../dependencies.ts';

export const listChats = ({ chatModel }: Pick<Dependencies, 'chatModel'>): Handler =>
  userHandler(messageOf('listChats'), async (_, userId) => {
    // The private chat comes on top of the limit.
    const chats = await chatsOf(chatModel, userId, CHATS_MAX + 1);
    return answer(chats.map((chat) => chatOutput(chat)));
  });
