// The lower panel: settings of the next backtest, and the button to run it with its conditions.
import { type ExecuteInput, estimateRunCost, PRIVATE_STRATEGY_NAME } from '@tradeium/contracts';
import { useAppSelector } from '../../../core/store.ts';
import { ExecuteBar, type RunRequest } from '../../../features/backtest-run/execute-bar.tsx';
import { periodOf, tradingSettingsOf } from '../../../features/backtest-settings/settings.ts';
import { SettingsPanel } from '../../../features/backtest-settings/settings-panel.tsx';
import { selectSettings } from '../../../features/backtest-settings/settings-slice.ts';
import { type CandleRange, useCandleRange } from '../../../features/backtest-settings/use-candle-range.ts';
import { useCredits } from '../../../features/credits/use-credits.ts';
import { useReadStrategyQuery } from '../../../features/strategy-editor/api.ts';
import { selectDraft } from '../../../features/strategy-editor/drafts-slice.ts';
import { isSameCode } from '../../../lib/code-text.ts';
import type { ChatState, Workspace } from '../selection/use-workspace.ts';
import { PRIVATE_STRATEGY, strategyFile } from './strategy-to-run.ts';

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

/** The selected strategy file as it is saved; `undefined` while it is read, or when it could not be. */
const useStrategyCode = (chatId: string | undefined, filename: string | undefined) => {
  const { currentData, isFetching } = useReadStrategyQuery(
    { id: chatId ?? '', filename: filename ?? '' },
    { skip: chatId === undefined || filename === undefined },
  );
  return { code: currentData, isLoading: isFetching && currentData === undefined };
};

type Missing = { workspace: Workspace; candles: CandleRange['state'] } & ReturnType<typeof useStrategyCode>;

/** What has to be done before a run; null when nothing is missing. */
const missingFor = ({ workspace, candles, code, isLoading }: Missing): string | null => {
  const { chat, chatState, item, strategies, filesLoaded, filesError } = workspace;
  if (!chat) return WITHOUT_CHAT[chatState];
  if (item?.kind === 'new-strategy') return 'Save the strategy to run it.';
  if (item?.kind === 'library') return 'Add a strategy to this chat to run it.';
  if (item?.kind === 'strategy' && !filesLoaded && !filesError) return 'Loading the strategy ...';
  const isThere = item?.kind === 'private-strategy' || (item?.kind === 'strategy' && strategies[item.index]);
  if (!isThere)
    return 'Please select a strategy to execute (either a strategy file or the private TrendBot 2.0).';
  if (isLoading) return 'Loading the strategy ...';
  if (code?.trim() === '') return 'The strategy has no code yet. Write some and save it.';
  return CANDLE_HINTS[candles];
};

/** Settings and execution of the selected strategy. */
export const RunControls = ({ workspace }: { workspace: Workspace }) => {
  const settings = useAppSelector(selectSettings);
  const { state, range } = useCandleRange();
  const { chat, item, strategies } = workspace;
  const index = item?.kind === 'strategy' ? item.index : -1;
  const filename = strategies[index]?.filename;
  const saved = useStrategyCode(chat?.id, filename);
  // Only whether there is one, so that typing does not re-render this panel.
  const hasUnsaved = useAppSelector((root) => {
    const draft =
      filename === undefined ? undefined : selectDraft(root, { chatId: chat?.id ?? '', filename });
    return draft !== undefined && !isSameCode(draft, saved.code ?? '');
  });
  const missing = missingFor({ workspace, candles: state, ...saved });
  const { subscription, isKnown } = useCredits();
  const chosen = tradingSettingsOf(settings, periodOf(settings, range));

  const request = (): RunRequest => {
    const input: ExecuteInput & { run_id: string } = {
      run_id: crypto.randomUUID(),
      backtest_id: chat?.id ?? '',
      ...(item?.kind === 'private-strategy' ? PRIVATE_STRATEGY : strategyFile(index, filename)),
      ...chosen,
    };
    return { run: { input, strategyFilename: filename ?? PRIVATE_STRATEGY_NAME }, code: saved.code };
  };
  const estimate = () => ({
    cost: estimateRunCost(chosen),
    availableVut: isKnown ? subscription.vut_remaining : null,
  });
  return (
    <SettingsPanel candles={range}>
      <ExecuteBar
        request={missing === null ? request : null}
        hint={missing ?? (hasUnsaved ? 'The run does not include unsaved changes.' : null)}
        estimate={missing === null ? estimate() : null}
      />
    </SettingsPanel>
  );
};
