// Locates the code of one version of a strategy file.
import { messageOf, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatWithVersions } from '../../projections/chats.ts';
import type { Dependencies } from '../dependencies.ts';

export const readStrategyVersion = ({
  chatModel,
  files,
}: Pick<Dependencies, 'chatModel' | 'files'>): Handler =>
  userHandler(messageOf('readStrategyVersion'), async ({ id, filename, version }, userId) => {
    const chat = await chatWithVersions(chatModel, userId, id);
    if (!chat) return refuse('CHAT_NOT_FOUND');
    const file = chat.files.find((candidate) => candidate.filename === filename);
    if (!file) return refuse('STRATEGY_FILE_NOT_FOUND');
    const kept = file.versions.find((candidate) => candidate.version === version);
    if (!kept) return refuse('STRATEGY_VERSION_NOT_FOUND');
    const { code: digest, size } = kept;
    const key = await files.keyOf(userId, digest);
    return answer({ digest, size, contentType: 'text/x-python; charset=utf-8', filename, key });
  });
