// Lets the model check its code with Python's parser and the contract of strategies, without running it.
import { isRefusal, messageOf, problemLine, refusalText, strategyCode } from '@tradeium/contracts';
import { z } from 'zod';
import { free, requestOf, tool } from './tool.ts';

const CHECK_TIMEOUT_MS = 15_000;

export const checkStrategy = tool({
  name: 'check_strategy',
  description:
    'Checks the syntax of a strategy and the rules of the SDK without running it. Use it before run_backtest.',
  scope: 'run',
  isOfChat: false,
  takesSettings: false,
  input: z.strictObject({ code: strategyCode }),
  triesCode: true,
  changesSomething: false,
  costAtMost: free,
  title: () => 'Check the code',
  run: async (context, { code }) => {
    const checked = await context.client.request(
      messageOf('checkStrategy'),
      { strategy_code: code },
      requestOf(context),
      { timeoutMs: CHECK_TIMEOUT_MS },
    );
    if (isRefusal(checked)) return { content: refusalText(checked), hasFailed: true };
    const { problems } = checked.output;
    if (problems.length === 0)
      return { content: 'No problems.', title: 'The code passes the check', detail: code };
    const content = problems.map(problemLine).join('\n');
    const count = problems.length === 1 ? '1 problem' : `${problems.length} problems`;
    return {
      content,
      title: `The check found ${count}`,
      detail: `${content}\n\n${code}`,
      hasFailed: problems.some(({ severity }) => severity === 'error'),
    };
  },
});
