// Locates the code of a strategy file.
import { messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatOf } from '../../projections/chats.ts';
import type { Dependencies } from '../dependencies.ts';

export const readStrategy = ({ chatModel, files }: Dependencies): Handler =>
  userHandler(messageOf('readStrategy'), async ({ id, filename }, userId) => {
    const chat = await chatOf(chatModel, userId, id);
    if (!chat) return refuse('CHAT_NOT_FOUND');
    const file = chat.files.find((candidate) => candidate.filename === filename);
    if (!file) return refuse('STRATEGY_FILE_NOT_FOUND');
    return answer({
      digest: file.code,
      size: file.size,
      contentType: 'text/x-python; charset=utf-8',
      filename,
      key: await files.keyOf(userId, file.code),
    });
  });
