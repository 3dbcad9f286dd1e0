// Lists the results of the chat with their key figures, so that the model can pick one to read.
import { isRefusal, messageOf, refusalText } from '@tradeium/contracts';
import { z } from 'zod';
import { free, requestOf, tool } from './tool.ts';

const RESULTS_MAX = 100;

export const listResults = tool({
  name: 'list_results',
  description:
    'Lists the results of the chat, newest first, with run_id, strategy, settings, total return, Sharpe ratio and drawdown, and its strategy files.',
  scope: 'read',
  isOfChat: true,
  takesSettings: false,
  input: z.strictObject({}),
  triesCode: false,
  changesSomething: false,
  costAtMost: free,
  title: () => 'List the results',
  run: async (context) => {
    const { chatId: id } = context;
    const listed = await context.client.request(messageOf('listFiles'), { id }, requestOf(context));
    if (isRefusal(listed)) return { content: refusalText(listed), hasFailed: true };
    const { files } = listed.output;
    const results = files
      .filter(({ type }) => type === 'backtest_folder')
      .slice(-RESULTS_MAX)
      .reverse()
      .map(({ run_id, display_name: name, result }) => ({ run_id, name, ...result }));
    const strategies = files.filter(({ type }) => type === 'strategy').map(({ filename }) => filename);
    return { content: JSON.stringify({ results, strategy_files: strategies }) };
  },
});
