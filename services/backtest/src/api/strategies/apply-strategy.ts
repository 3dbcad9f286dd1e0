// Saves code as a new strategy file of a chat.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { filenameOf } from '../../domain/strategy-filename.ts';
import { chatOutput } from '../../projections/chats.ts';
import { saveSource } from '../change-workspace.ts';
import type { Dependencies } from '../dependencies.ts';

export const applyStrategy = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('applyStrategy'), async ({ id, strategy_code }, userId, request) => {
    const wantedName = filenameOf(strategy_code);
    const change = await saveSource(
      dependencies,
      { userId, chatId: id },
      { strategyCode: strategy_code, request },
      (source) => ({
        type: 'AddStrategyFile',
        userId,
        chatId: id,
        wantedName,
        ...source,
      }),
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
