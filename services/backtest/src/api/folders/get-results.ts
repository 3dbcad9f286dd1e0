// Answers with the table of a chat's newest result; a private strategy's has its value only.
import { messageOf, RESULT_ROWS_MAX, refuse } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { chatOf } from '../../projections/chats.ts';
import { newestResultOf } from '../../projections/runs.ts';
import { parseTable, parseValues } from '../../results/table-rows.ts';
import type { Dependencies } from '../dependencies.ts';

/** The spec's label of the daily interval; the others keep their names. */
const timeframeLabel = (timeframe: string): string => (timeframe === '24h' ? '1d' : timeframe);

export const getResults = ({ chatModel, runModel, files }: Dependencies): Handler =>
  userHandler(messageOf('getResults'), async ({ id }, userId) => {
    if (!(await chatOf(chatModel, userId, id))) return refuse('CHAT_NOT_FOUND');
    const run = await newestResultOf(runModel, id);
    const table = run?.files.find(({ filename }) => filename === 'Table');
    const file = table ?? run?.files.find(({ filename }) => filename === 'Statistics');
    if (!run || !file) return refuse('RESULTS_NOT_FOUND');
    const text = (await files.get(userId, file.digest)).toString('utf8');
    const { columns, rows, totalRows } = (table ? parseTable : parseValues)(text, RESULT_ROWS_MAX);
    return answer({
      dataframe: rows,
      columns,
      shape: [totalRows, columns.length] as [number, number],
      summary: run.summary ?? '',
      is_large_dataset: totalRows > RESULT_ROWS_MAX,
      total_rows: totalRows,
      metadata: { portfolio: run.settings.portfolio, timeframe: timeframeLabel(run.settings.timeframe) },
    });
  });
