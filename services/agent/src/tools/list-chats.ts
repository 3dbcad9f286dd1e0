// Lists the user's chats for an outside assistant, which otherwise knows of none.
import { isRefusal, messageOf, refusalText } from '@tradeium/contracts';
import { z } from 'zod';
import { free, requestOf, tool } from './tool.ts';

export const listChats = tool({
  name: 'list_chats',
  description:
    'Lists the chats of the user with their ids, newest first. A chat holds strategy files and results. Private chats are not listed.',
  scope: 'read',
  isOfChat: false,
  takesSettings: false,
  input: z.strictObject({}),
  triesCode: false,
  changesSomething: false,
  costAtMost: free,
  title: () => 'List the chats',
  run: async (context) => {
    const listed = await context.client.request(messageOf('listChats'), {}, requestOf(context));
    if (isRefusal(listed)) return { content: refusalText(listed), hasFailed: true };
    const chats = listed.output.filter(({ status }) => status !== 'private');
    const lines = chats.map(({ id, name, created_at, settings }) => ({
      chat_id: id,
      name,
      created_at,
      has_strategy: settings.has_strategy_code,
    }));
    return { content: JSON.stringify({ chats: lines }) };
  },
});
