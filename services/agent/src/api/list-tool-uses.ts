// Lists what outside assistants have done with the user's access tokens.
import { type MicroVut, messageOf, toVut } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { newestToolUses, type ToolUseDocument } from '../projections/tool-uses.ts';
import type { Dependencies } from './dependencies.ts';

export const toolUseEntry = (use: ToolUseDocument) => ({
  id: use._id,
  access_token_id: use.tokenId,
  tool: use.tool,
  chat_id: use.chatId,
  used_at: use.usedAt,
  failed: use.hasFailed,
  cost_vut: toVut(use.cost as MicroVut),
});

export const listToolUses = ({ toolUseModel }: Pick<Dependencies, 'toolUseModel'>): Handler =>
  userHandler(messageOf('listToolUses'), async (_input, userId) =>
    answer({ uses: (await newestToolUses(toolUseModel, userId)).map(toolUseEntry) }),
  );
