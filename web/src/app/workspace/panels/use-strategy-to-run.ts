// The strategy that 'Execute Backtest' runs: the selected one, or that of the selected result; or why there is nothing to run.
import { PRIVATE_STRATEGY_NAME } from '@tradeium/contracts';
import type { CandleRange } from '../../../features/backtest-settings/use-candle-range.ts';
import { useFolderRecord } from '../../../features/results/use-folder-record.ts';
import { useReadStrategyQuery } from '../../../features/strategy-editor/api.ts';
import { folderIndexOf } from '../../../lib/item-key.ts';
import type { ChatState, Workspace } from '../selection/use-workspace.ts';

const CANDLE_HINTS: Readonly<Record<CandleRange['state'], string | null>> = {
  checking: 'Looking for candles ...',
  unavailable: 'There are no candles for this portfolio.',
  available: null,
};

const WITHOUT_CHAT: Readonly<Record<ChatState, string | null>> = {
  shown: null,
  loading: 'Loading the backtest chats ...',
  failed: 'The backtest chats could not be loaded.',
  none: 'Please select a backtest chat first',
};

const NOTHING_SELECTED =
  'Please select a strategy to execute (either a strategy file or the private TrendBot 2.0).';
const LOADING = 'Loading the strategy ...';

/** The selected strategy file as it is saved; `undefined` while it is read, or when it could not be. */
const useStrategyCode = (chatId: string | undefined, filename: string | undefined) => {
  const { currentData, isFetching } = useReadStrategyQuery(
    { id: chatId ?? '', filename: filename ?? '' },
    { skip: chatId === undefined || filename === undefined },
  );
  return { code: currentData, isLoading: isFetching && currentData === undefined };
};

/** A strategy file by its place among those of the chat, -1 for the private one; or what has to be done first. */
type Chosen = { readonly index: number; readonly isOfResult: boolean } | { readonly missing: string };

const resultFolderOf = ({ chat, item, folders }: Workspace) => {
  const folder = folders[folderIndexOf(item)];
  return chat && folder ? { chatId: chat.id, folderName: folder.filename } : null;
};

/** The strategy of the shown result: it may be gone since. */
const useStrategyOfResult = (workspace: Workspace): Chosen | null => {
  const folder = resultFolderOf(workspace);
  const { record, failure } = useFolderRecord(folder, 'Settings');
  if (!folder) return null;
  if (!record) return { missing: failure ?? LOADING };
  const { strategy } = record;
  if (strategy === PRIVATE_STRATEGY_NAME) return { index: -1, isOfResult: true };
  const index = workspace.strategies.findIndex(({ filename }) => filename === strategy);
  return index === -1
    ? { missing: `${String(strategy)} is no longer in this chat, so it cannot be run.` }
    : { index, isOfResult: true };
};

const chosenOf = (workspace: Workspace, ofResult: Chosen | null): Chosen => {
  const { chat, chatState, item, strategies, filesLoaded, filesError } = workspace;
  if (!chat) return { missing: WITHOUT_CHAT[chatState] ?? NOTHING_SELECTED };
  if (ofResult) return ofResult;
  if (item?.kind === 'new-strategy') return { missing: 'Save the strategy to run it.' };
  if (item?.kind === 'library') return { missing: 'Add a strategy to this chat to run it.' };
  if (item?.kind === 'private-strategy') return { index: -1, isOfResult: false };
  if (item?.kind !== 'strategy') return { missing: NOTHING_SELECTED };
  if (!filesLoaded && !filesError) return { missing: LOADING };
  return strategies[item.index] ? { index: item.index, isOfResult: false } : { missing: NOTHING_SELECTED };
};

export type StrategyToRun = {
  /** Undefined for the private strategy, and while nothing is chosen. */
  readonly filename: string | undefined;
  readonly index: number;
  /** The strategy of a result is run, whose own key runs it with the settings of the result. */
  readonly isOfResult: boolean;
  readonly code: string | undefined;
  /** The step that is missing before a run; null when none is. */
  readonly missing: string | null;
};

export const useStrategyToRun = (workspace: Workspace, candles: CandleRange['state']): StrategyToRun => {
  const chosen = chosenOf(workspace, useStrategyOfResult(workspace));
  const index = 'index' in chosen ? chosen.index : -1;
  const filename = workspace.strategies[index]?.filename;
  const { code, isLoading } = useStrategyCode(workspace.chat?.id, filename);
  const missing = (): string | null => {
    if ('missing' in chosen) return chosen.missing;
    if (isLoading) return LOADING;
    if (code?.trim() === '') return 'The strategy has no code yet. Write some and save it.';
    return CANDLE_HINTS[candles];
  };
  return { filename, index, isOfResult: 'index' in chosen && chosen.isOfResult, code, missing: missing() };
};
