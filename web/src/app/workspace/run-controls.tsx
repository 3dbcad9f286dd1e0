// The lower panel: settings of the next backtest, and the button with all that it waits for.
import {
  type ExecuteInput,
  estimateRunCost,
  PRIVATE_STRATEGY_ID,
  PRIVATE_STRATEGY_NAME,
} from '@tradeium/contracts';
import { ExecuteBar } from '../../features/backtest-run/execute-bar.tsx';
import type { StartedRun } from '../../features/backtest-run/run-slice.ts';
import { periodOf } from '../../features/backtest-settings/settings.ts';
import { SettingsPanel } from '../../features/backtest-settings/settings-panel.tsx';
import { selectSettings } from '../../features/backtest-settings/settings-slice.ts';
import { type CandleRange, useCandleRange } from '../../features/backtest-settings/use-candle-range.ts';
import { useCredits } from '../../features/credits/use-credits.ts';
import { selectDraft } from '../../features/strategy-editor/drafts-slice.ts';
import { dateOf } from '../../lib/date-range.ts';
import { useAppSelector } from '../store.ts';
import type { Workspace } from './use-workspace.ts';

const CANDLE_HINTS: Readonly<Record<CandleRange['state'], string | null>> = {
  checking: 'Looking for the candles of this portfolio ...',
  unavailable: 'There are no candles for this portfolio.',
  available: null,
};

/** How a run names the built-in strategy; its code stays on the server. */
const PRIVATE_STRATEGY = {
  focused_strategy: PRIVATE_STRATEGY_NAME,
  private_strategy_id: PRIVATE_STRATEGY_ID,
} as const;

/** What has to be done before a run; null when nothing is missing. */
const missingFor = ({ chat, item, strategies }: Workspace, candles: CandleRange['state']): string | null => {
  if (!chat) return 'Please select a backtest chat first';
  if (item?.kind === 'new-strategy') return 'Save the strategy to run it.';
  const isThere = item?.kind === 'private-strategy' || (item?.kind === 'strategy' && strategies[item.index]);
  if (!isThere)
    return 'Please select a strategy to execute (either a strategy file or the private TrendBot 2.0).';
  return CANDLE_HINTS[candles];
};

/** Settings and execution of the selected strategy. */
export const RunControls = ({ workspace }: { workspace: Workspace }) => {
  const settings = useAppSelector(selectSettings);
  const { state, range } = useCandleRange();
  const { chat, item, strategies } = workspace;
  const index = item?.kind === 'strategy' ? item.index : -1;
  const filename = strategies[index]?.filename;
  const draft = useAppSelector((root) =>
    selectDraft(root, { chatId: chat?.id ?? '', filename: filename ?? null }),
  );
  const missing = missingFor(workspace, state);
  const { subscription, isKnown } = useCredits();
  const period = periodOf(settings, range);
  const chosen = {
    portfolio: [...settings.portfolio],
    start_date: dateOf(period.start),
    end_date: dateOf(period.end),
    timeframe: settings.timeframe,
  };

  const started = (): StartedRun => {
    const input: ExecuteInput & { run_id: string } = {
      run_id: crypto.randomUUID(),
      backtest_id: chat?.id ?? '',
      ...(item?.kind === 'private-strategy' ? PRIVATE_STRATEGY : { focused_strategy: `strategy_${index}` }),
      fees: settings.feesPercent / 100,
      ...chosen,
    };
    return { input, strategyFilename: filename ?? PRIVATE_STRATEGY_NAME };
  };
  const unsaved = filename !== undefined && draft !== undefined;
  const estimate = () => ({
    cost: estimateRunCost(chosen),
    availableVut: isKnown ? subscription.vut_remaining : null,
  });
  return (
    <SettingsPanel candles={range}>
      <ExecuteBar
        run={missing === null ? started : null}
        hint={missing ?? (unsaved ? 'Unsaved changes are not part of the run.' : null)}
        estimate={missing === null ? estimate() : null}
      />
    </SettingsPanel>
  );
};
