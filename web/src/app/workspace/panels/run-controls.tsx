// The lower panel: settings of the next backtest, and the button to run it with its conditions.
import {
  type ExecuteInput,
  estimateRunCost,
  keptParameters,
  type ParameterValues,
  PRIVATE_STRATEGY_NAME,
  picksAllOf,
  QUOTE_CURRENCY,
} from '@tradeium/contracts';
import { Suspense } from 'react';
import { useAppSelector } from '../../../core/store.ts';
import { ExecuteBar, type RunRequest } from '../../../features/backtest-run/execute-bar.tsx';
import { selectChatCoins } from '../../../features/backtest-settings/chat-coins-slice.ts';
import { CoinsOffer } from '../../../features/backtest-settings/coins-offer.tsx';
import { periodOf, tradingSettingsOf } from '../../../features/backtest-settings/settings.ts';
import { SettingsPanel } from '../../../features/backtest-settings/settings-panel.tsx';
import { selectSettings } from '../../../features/backtest-settings/settings-slice.ts';
import { useCandleRange } from '../../../features/backtest-settings/use-candle-range.ts';
import { useParameters } from '../../../features/backtest-settings/use-parameters.ts';
import { useCredits } from '../../../features/credits/use-credits.ts';
import { selectDraft } from '../../../features/strategy-editor/drafts-slice.ts';
import { isSameCode } from '../../../lib/code-text.ts';
import { counted } from '../../../lib/format.ts';
import { useDrawn } from '../../../lib/loading/after-paint.ts';
import { lazyNamed } from '../../../lib/loading/lazy-named.ts';
import type { Workspace } from '../selection/use-workspace.ts';
import { PRIVATE_STRATEGY, strategyFile } from './strategy-to-run.ts';
import { type StrategyToRun, useStrategyToRun } from './use-strategy-to-run.ts';

const ParameterFields = lazyNamed(
  () => import('../../../features/backtest-settings/parameter-fields.tsx'),
  'ParameterFields',
);

const StudyStart = lazyNamed(() => import('./study-start.tsx'), 'StudyStart');

const READING = 'Reading the parameters of the strategy ...';

/** The step that the user has to take first, or a warning of what not to expect. */
const hintOf = ({ missing, isOfResult, filename }: StrategyToRun, hasUnsaved: boolean): string | null => {
  if (missing !== null) return missing;
  if (hasUnsaved) return 'The run does not include unsaved changes.';
  return isOfResult ? `Runs ${filename ?? PRIVATE_STRATEGY_NAME} with these settings.` : null;
};

/** The portfolio may leave the ranking of the code no choice, as the finding of the run would say. */
const warningOf = (
  { code }: StrategyToRun,
  portfolio: readonly string[],
  changed: ParameterValues,
): string | null => {
  const coins = portfolio.filter((entry) => entry !== QUOTE_CURRENCY).length;
  const picks = code === undefined ? null : picksAllOf(code, coins, changed);
  return picks === null
    ? null
    : `It picks ${counted(picks, 'coin', 'coins')}, but Portfolio has only ${counted(coins, 'coin', 'coins')}, so the ranking leaves none out.`;
};

/** Settings and execution of the selected strategy, or of the one behind the selected result. */
export const RunControls = ({ workspace }: { workspace: Workspace }) => {
  const settings = useAppSelector(selectSettings);
  const { state, range } = useCandleRange();
  const { chat } = workspace;
  const strategy = useStrategyToRun(workspace, state);
  const { filename, index, code, missing } = strategy;
  // Only whether there is one, so that typing does not re-render this panel.
  const hasUnsaved = useAppSelector((root) => {
    const draft =
      filename === undefined ? undefined : selectDraft(root, { chatId: chat?.id ?? '', filename });
    return draft !== undefined && !isSameCode(draft, code ?? '');
  });
  const ran = useAppSelector((root) =>
    selectChatCoins(root, { chatId: chat?.id ?? '', filename: filename ?? '' }),
  );
  const file = { chatId: chat?.id ?? '', filename: filename ?? '' };
  const parameters = useParameters(file, code);
  const { changed, isReading } = parameters;
  const { subscription, isKnown } = useCredits();
  const availableVut = isKnown ? subscription.vut_remaining : null;
  const isDrawn = useDrawn();
  const chosen = tradingSettingsOf(settings, periodOf(settings, range));

  const request = (): RunRequest => {
    const input: ExecuteInput & { run_id: string } = {
      run_id: crypto.randomUUID(),
      backtest_id: chat?.id ?? '',
      ...(filename === undefined ? PRIVATE_STRATEGY : strategyFile(index, filename)),
      ...chosen,
      ...keptParameters(changed),
    };
    return { run: { input, strategyFilename: filename ?? PRIVATE_STRATEGY_NAME }, code };
  };
  const fields =
    parameters.declared.length === 0 ? null : (
      <Suspense fallback={null}>
        <ParameterFields file={file} parameters={parameters} />
      </Suspense>
    );
  return (
    <SettingsPanel candles={range} parameters={fields}>
      <ExecuteBar
        request={missing === null && !isReading ? request : null}
        hint={isReading ? READING : hintOf(strategy, hasUnsaved)}
        warning={warningOf(strategy, settings.portfolio, changed)}
        offer={ran ? <CoinsOffer ran={ran} portfolio={settings.portfolio} /> : null}
        next={
          isDrawn ? (
            <Suspense fallback={null}>
              <StudyStart
                workspace={workspace}
                strategy={strategy}
                parameters={parameters}
                hasUnsaved={hasUnsaved}
                settings={chosen}
                availableVut={availableVut}
              />
            </Suspense>
          ) : null
        }
        hasKey={!strategy.isOfResult}
        estimate={missing === null ? { cost: estimateRunCost(chosen), availableVut } : null}
      />
    </SettingsPanel>
  );
};
