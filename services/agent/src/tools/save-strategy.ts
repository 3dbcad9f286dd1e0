// Lets an outside assistant save its code in a chat: as a new file, or as a new version of one.
import { isRefusal, messageOf, refusalText, strategyCode } from '@tradeium/contracts';
import { z } from 'zod';
import { free, requestOf, type ToolAnswer, type ToolContext, tool } from './tool.ts';

/** A file is replaced by its place among the strategies and by its name. */
const replace = async (context: ToolContext, code: string, filename: string): Promise<ToolAnswer> => {
  const { client, chatId: id } = context;
  const listed = await client.request(messageOf('listFiles'), { id }, requestOf(context));
  if (isRefusal(listed)) return { content: refusalText(listed), hasFailed: true };
  const strategies = listed.output.files.filter(({ type }) => type === 'strategy');
  const at = strategies.findIndex((file) => file.filename === filename);
  if (at < 0) return { content: 'The chat has no such strategy file.', hasFailed: true };
  const input = { id, strategy_code: code, selected_item: `strategy-python-${at}`, filename };
  const saved = await client.request(messageOf('replaceStrategy'), input, requestOf(context));
  return isRefusal(saved)
    ? { content: refusalText(saved), hasFailed: true }
    : { content: `Saved as a new version of ${filename}.` };
};

export const saveStrategy = tool({
  name: 'save_strategy',
  description:
    'Saves code in the chat as a new strategy file, or as a new version of the file that is named. Earlier versions are kept.',
  scope: 'edit',
  isOfChat: true,
  takesSettings: false,
  input: z.strictObject({ code: strategyCode, filename: z.string().min(1).max(150).optional() }),
  triesCode: false,
  changesSomething: true,
  costAtMost: free,
  title: ({ filename }) => (filename ? `Save ${filename}` : 'Save a new strategy'),
  run: async (context, { code, filename }) => {
    if (filename !== undefined) return replace(context, code, filename);
    const input = { id: context.chatId, strategy_code: code };
    const saved = await context.client.request(messageOf('applyStrategy'), input, requestOf(context));
    return isRefusal(saved)
      ? { content: refusalText(saved), hasFailed: true }
      : { content: `Saved as ${saved.output.final_name}.` };
  },
});
