// Exports every message of the user and every reply, on all branches.
import { exportOf, type MicroVut, toVut } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { newestToolUses } from '../projections/tool-uses.ts';
import { type TurnDocument, turnsOfUser } from '../projections/turns.ts';
import type { Dependencies } from './dependencies.ts';
import { toolUseEntry } from './list-tool-uses.ts';

const TURNS_EXPORTED_MAX = 5_000;

const exportTurn = (turn: TurnDocument) => ({
  chat_id: turn.chatId,
  conversation_id: turn.conversationId,
  agent: turn.agent,
  sent_at: turn.sentAt,
  message: turn.text,
  is_on_newest_branch: turn.isCurrent,
  status: turn.status,
  ended_at: turn.endedAt,
  reply: turn.reply,
  steps: turn.steps,
  results: turn.results,
  usage: turn.usage,
  cost_vut: toVut(turn.cost as MicroVut),
});

export const exportUserData = ({
  turnModel,
  toolUseModel,
}: Pick<Dependencies, 'turnModel' | 'toolUseModel'>): Handler =>
  userHandler(exportOf('agent'), async (_input, userId) => {
    const newest = await turnsOfUser(turnModel, userId, TURNS_EXPORTED_MAX + 1);
    return answer({
      messages: newest.slice(0, TURNS_EXPORTED_MAX).map(exportTurn),
      // More than fit: only the newest are listed.
      messages_truncated: newest.length > TURNS_EXPORTED_MAX,
      // The newest calls of tools by outside assistants.
      tool_uses: (await newestToolUses(toolUseModel, userId)).map(toolUseEntry),
    });
  });
