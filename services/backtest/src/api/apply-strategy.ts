// Saves code as a new strategy file of a chat.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { filenameOf } from '../domain/strategy-filename.ts';
import { chatOutput } from '../projections/chats.ts';
import { changeChat } from './change-workspace.ts';
import type { Dependencies } from './dependencies.ts';

export const applyStrategy = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('applyStrategy'), async ({ id, strategy_code }, userId, request) => {
    const source = Buffer.from(strategy_code, 'utf8');
    const code = await dependencies.blobs.put(source);
    const wantedName = filenameOf(strategy_code);
    const change = await changeChat(
      dependencies,
      { type: 'AddStrategyFile', userId, chatId: id, wantedName, code, size: source.length },
      request,
    );
    if (isRefusal(change)) return change;
    const [saved] = change.events;
    const finalName = saved?.type === 'StrategyFileSaved' ? saved.data.filename : wantedName;
    const naming = {
      duplicate_handled: finalName !== wantedName,
      final_name: finalName,
      original_name: wantedName,
    };
    return answer({ ...chatOutput(change.chat, strategy_code), ...naming }, change.written);
  });
