// Lists the stored versions of a strategy file, for reading and restoring.
import { messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatWithVersions } from '../../projections/chats.ts';
import type { Dependencies } from '../dependencies.ts';

export const listStrategyVersions = ({ chatModel }: Pick<Dependencies, 'chatModel'>): Handler =>
  userHandler(messageOf('listStrategyVersions'), async ({ id, filename }, userId) => {
    const chat = await chatWithVersions(chatModel, userId, id);
    if (!chat) return refuse('CHAT_NOT_FOUND');
    const file = chat.files.find((candidate) => candidate.filename === filename);
    if (!file) return refuse('STRATEGY_FILE_NOT_FOUND');
    const versions = file.versions.map(({ version, savedAt, size }) => ({
      version,
      saved_at: savedAt,
      size,
    }));
    return answer({ versions: versions.reverse() });
  });
