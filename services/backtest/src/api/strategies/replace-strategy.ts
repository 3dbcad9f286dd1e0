// Saves code as a new version of the selected strategy file.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatIn } from '../../domain/workspace-state.ts';
import { chatOutput } from '../../projections/chats.ts';
import { saveSource } from '../change-workspace.ts';
import type { Dependencies } from '../dependencies.ts';

export const replaceStrategy = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('replaceStrategy'), async (input, userId, request) => {
    const { id, strategy_code, selected_item } = input;
    const index = Number(selected_item.split('-').at(-1));
    const named = input.filename === undefined ? {} : { filename: input.filename };
    const change = await saveSource(
      dependencies,
      { userId, chatId: id },
      { strategyCode: strategy_code, request },
      (source) => ({
        type: 'SaveStrategyFile',
        userId,
        chatId: id,
        index,
        ...named,
        ...source,
      }),
    );
    if (isRefusal(change)) return change;
    const [saved] = change.events;
    const filename =
      saved?.type === 'StrategyFileSaved'
        ? saved.data.filename
        : (chatIn(change.state, id)?.files[index]?.filename ?? '');
    const naming = { duplicate_handled: false, final_name: filename, original_name: filename };
    return answer({ ...chatOutput(change.chat, strategy_code), ...naming }, change.written);
  });
