// Saves code as a new version of the strategy file that is selected.
import { isRefusal, messageOf } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatIn } from '../domain/workspace.ts';
import { chatOutput } from '../projections/chats.ts';
import { changeChat } from './change-workspace.ts';
import type { Dependencies } from './dependencies.ts';

export const replaceStrategy = (dependencies: Dependencies): Handler =>
  userHandler(messageOf('replaceStrategy'), async (input, userId, request) => {
    const { id, strategy_code, selected_item } = input;
    const index = Number(selected_item.split('-').at(-1));
    const source = Buffer.from(strategy_code, 'utf8');
    const code = await dependencies.blobs.put(source);
    const named = input.filename === undefined ? {} : { filename: input.filename };
    const change = await changeChat(
      dependencies,
      { type: 'SaveStrategyFile', userId, chatId: id, index, ...named, code, size: source.length },
      request,
    );
    if (isRefusal(change)) return change;
    const [saved] = change.events;
    const filename =
      saved?.type === 'StrategyFileSaved'
        ? saved.data.filename
        : (chatIn(change.workspace, id)?.files[index]?.filename ?? '');
    const naming = { duplicate_handled: false, final_name: filename, original_name: filename };
    return answer({ ...chatOutput(change.chat, strategy_code), ...naming }, change.written);
  });
