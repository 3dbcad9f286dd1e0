// Lets the model read the figures, drawdowns and trades of a result of the chat.
import { isRefusal, messageOf, refusalText, type SessionFile } from '@tradeium/contracts';
import { z } from 'zod';
import { closedPositions } from './closed-positions.ts';
import { contentOf, readable, wholeContentOf } from './file-content.ts';
import { free, requestOf, type ToolAnswer, type ToolContext, tool } from './tool.ts';

const TRADES_CHARACTERS_MAX = 4_000;

const NO_RESULT =
  'The chat has no such result. A backtest that an agent ran becomes one when its user keeps it: ask for “Keep as result” on its card.';

/** The folder of the run, or the newest one. */
const folderIn = (files: readonly SessionFile[], runId: string | undefined): SessionFile | undefined => {
  const folders = files.filter(({ run_id }) => run_id);
  return runId === undefined ? folders.at(-1) : folders.find(({ run_id }) => run_id === runId);
};

const folderFileText = async (
  context: ToolContext,
  folderName: string,
  filename: string,
  contents: typeof contentOf = contentOf,
): Promise<string | null> => {
  const input = { id: context.chatId, folderName, filename };
  const found = await context.client.request(messageOf('readFolderFile'), input, requestOf(context));
  return isRefusal(found) ? null : contents(context, found.output);
};

/** Curves, of the result and of chance, are too long to read, and everything else is a figure. */
const figuresIn = (file: string): string => {
  const isCurve = (key: string) => key === 'curves' || key === 'bands';
  try {
    return readable(JSON.stringify(JSON.parse(file, (key, value) => (isCurve(key) ? undefined : value))));
  } catch {
    return readable(file);
  }
};

const read = async (
  context: ToolContext,
  { run_id: runId, year }: { readonly run_id?: string | undefined; readonly year?: number | undefined },
): Promise<ToolAnswer> => {
  const listed = await context.client.request(
    messageOf('listFiles'),
    { id: context.chatId },
    requestOf(context),
  );
  if (isRefusal(listed)) return { content: refusalText(listed), hasFailed: true };
  const folder = folderIn(listed.output.files, runId);
  if (!folder) return { content: NO_RESULT, hasFailed: true };
  const [settings, statistics, chance, trades] = await Promise.all([
    folderFileText(context, folder.filename, 'Settings'),
    folderFileText(context, folder.filename, 'Statistics', wholeContentOf),
    folderFileText(context, folder.filename, 'Chance', wholeContentOf),
    folderFileText(context, folder.filename, 'Trades', wholeContentOf),
  ]);
  const closed = trades ? JSON.stringify(closedPositions(trades, year)) : '';
  const parts = [
    `Result ${folder.filename}`,
    `Settings: ${settings ?? 'not there'}`,
    `Statistics: ${statistics ? figuresIn(statistics) : 'not there'}`,
    ...(chance ? [`Chance: ${figuresIn(chance)}`] : []),
    ...(trades ? [`Positions closed${year === undefined ? '' : ` in ${year}`}: ${closed}`] : []),
    ...(trades ? [`First trades (CSV):\n${trades.slice(0, TRADES_CHARACTERS_MAX)}`] : []),
  ];
  return { content: parts.join('\n\n'), title: `Read the result ${folder.display_name}` };
};

export const readResult = tool({
  name: 'read_result',
  description:
    'Reads the settings, statistics (also by year and month, and the deepest drawdowns), what chance would do (bootstrap, random portfolios, crises), closed positions (by coin, and the worst) and trades of a result of the chat; without a run_id the newest one. With a year the positions are those closed in it.',
  scope: 'read',
  isOfChat: true,
  takesSettings: false,
  input: z.strictObject({
    run_id: z.string().min(1).max(64).optional(),
    year: z.int().min(2009).max(2100).optional(),
  }),
  triesCode: false,
  changesSomething: false,
  costAtMost: free,
  title: () => 'Read a result',
  run: read,
});
