// Lists a chat's strategy files and result folders.
import { messageOf, refuse, type SessionFile } from '@tradeium/contracts';
import { answer, type Handler, userHandler } from '@tradeium/service-kit';
import { displayName, displayNames } from '../domain/strategy-filename.ts';
import { type ChatSummary, chatOf } from '../projections/chats.ts';
import { type Folder, foldersOf } from '../projections/runs.ts';
import type { Dependencies } from './dependencies.ts';

const FOLDERS_MAX = 1_000;

const seconds = (iso: string): number => Date.parse(iso) / 1_000;

const strategyEntry = (
  { filename, createdAt, version }: ChatSummary['files'][number],
  display_name: string,
): SessionFile => ({
  filename,
  created_at: seconds(createdAt),
  type: 'strategy',
  display_name,
  run_id: null,
  version,
  result: null,
});

const settingsInWords = ({ settings: { start_date, end_date, timeframe } }: Folder): string =>
  `${start_date} to ${end_date}, ${timeframe}`;

const factsOf = ({ strategy, settings, figures }: Folder): SessionFile['result'] => ({
  strategy: displayName(strategy),
  portfolio: settings.portfolio,
  timeframe: settings.timeframe,
  fees: settings.fees,
  start_date: settings.start_date,
  end_date: settings.end_date,
  total_return: figures?.total_return ?? null,
  max_drawdown: figures?.max_drawdown ?? null,
  sharpe_ratio: figures?.sharpe_ratio ?? null,
});

/** A renamed folder is shown by its new name. */
const folderEntry = (run: Folder): SessionFile => ({
  filename: run.folderName ?? run._id,
  created_at: seconds(run.endedAt ?? run.startedAt),
  type: 'backtest_folder',
  display_name: run.folderName === run.givenName ? settingsInWords(run) : (run.folderName ?? run._id),
  run_id: run._id,
  version: null,
  result: factsOf(run),
});

export const listFiles = ({ chatModel, runModel }: Dependencies): Handler =>
  userHandler(messageOf('listFiles'), async ({ id }, userId) => {
    const chat = await chatOf(chatModel, userId, id);
    if (!chat) return refuse('CHAT_NOT_FOUND');
    const folders = await foldersOf(runModel, id, FOLDERS_MAX);
    const names = displayNames(chat.files.map(({ filename }) => filename));
    const strategies = chat.files.map((file, at) => strategyEntry(file, names[at] ?? file.filename));
    return answer({ files: [...strategies, ...folders.map(folderEntry)] });
  });
